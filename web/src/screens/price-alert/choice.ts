// What the address says about the alerts that are shown: tab, state and pair of the list; unread, market and page of the history.
import { type AlertState } from '@tidemark/contract/alert-rules.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';

export const alertTabs = ['spot', 'futures', 'p2p', 'history'] as const;
export type AlertTab = (typeof alertTabs)[number];
export type LineTab = Exclude<AlertTab, 'history'>;
export const lineTabs: readonly LineTab[] = ['spot', 'futures', 'p2p'];
export const readTab = (search: URLSearchParams): AlertTab => alertTabs.find((tab) => tab === search.get('tab')) ?? 'spot';
export const lineOfTab = (tab: LineTab): BusinessLine => businessLine[tab];

const groups = {
  all: null,
  armed: ['armed'],
  fired: ['latched'],
  held: ['limited', 'stale', 'suspended'],
  off: ['off'],
} as const satisfies Record<string, readonly AlertState[] | null>;
export type AlertGroup = keyof typeof groups;
export const alertGroups = Object.keys(groups) as AlertGroup[];
export const readGroup = (search: URLSearchParams): AlertGroup => alertGroups.find((group) => group === search.get('group')) ?? 'all';
export const isInGroup = (group: AlertGroup, state: AlertState): boolean => {
  const states: readonly AlertState[] | null = groups[group];
  return states === null || states.includes(state);
};

export interface HistoryChoice {
  readonly isUnreadOnly: boolean;
  /** undefined: of all markets. */
  readonly line: LineTab | undefined;
  readonly page: number;
}

const lastPage = 10_000;

export function readHistory(search: URLSearchParams): HistoryChoice {
  const page = Number(search.get('page'));
  return {
    isUnreadOnly: search.get('show') === 'unread',
    line: lineTabs.find((tab) => tab === search.get('market')),
    page: Number.isInteger(page) && page > 1 && page <= lastPage ? page : 1,
  };
}

/** What is as usual is not written. */
export function withChoice(search: URLSearchParams, change: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Another choice begins with its first page. */
export const withHistory = (search: URLSearchParams, { isUnreadOnly, line, page }: HistoryChoice): URLSearchParams =>
  withChoice(search, { show: isUnreadOnly ? 'unread' : undefined, market: line, page: page > 1 ? String(page) : undefined });
