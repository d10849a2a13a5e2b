// The columns of a ranking that an operator may switch (section 3, Public config: marketRanking).
import type { marketRankingFlags } from '@tidemark/contract/site.ts';

type RankingFlag = (typeof marketRankingFlags)[number];
const columnOf = { newPrice: 'price', before24Open: 'change', vol: 'turnover', marketValue: 'cap' } as const satisfies Record<
  RankingFlag,
  string
>;
export type RankColumn = (typeof columnOf)[RankingFlag];

export const noneHidden: ReadonlySet<RankColumn> = new Set();

/** Everything is shown until the config says otherwise. */
export const hiddenColumns = (flags: Readonly<Record<RankingFlag, boolean>> | undefined): ReadonlySet<RankColumn> =>
  flags === undefined
    ? noneHidden
    : new Set((Object.keys(columnOf) as RankingFlag[]).filter((flag) => !flags[flag]).map((flag) => columnOf[flag]));
