// Answers that change only with the catalog are kept in this browser by their fingerprint (sections 3 and 7).
import { localStore } from './local-store.ts';

/** Asks with what is kept in hand; an answer that says 'unchanged' stands for it. */
export async function unlessUnchanged<A extends { readonly unchanged: boolean }>(
  key: string,
  ask: (kept: A | null) => Promise<A>,
): Promise<A> {
  const kept = read<A>(key);
  const answer = await ask(kept);
  if (answer.unchanged && kept) return kept;
  localStore.setItem(key, JSON.stringify(answer));
  return answer;
}

function read<A>(key: string): A | null {
  try {
    return JSON.parse(localStore.getItem(key) ?? 'null') as A | null;
  } catch {
    return null;
  }
}
