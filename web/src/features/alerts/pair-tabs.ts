/** The coins that pairs of a list are priced in (section 3, tabCoin), those of most pairs first. */
export function tabsOf(pairs: readonly { readonly tabCoin: string }[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { tabCoin } of pairs) counts.set(tabCoin, (counts.get(tabCoin) ?? 0) + 1);
  return [...counts.keys()].toSorted((a, b) => counts.get(b)! - counts.get(a)!).slice(0, shownAtMost);
}

const shownAtMost = 5;
