import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';

export const alertTabs = ['spot', 'futures', 'p2p', 'history'] as const;
export type AlertTab = (typeof alertTabs)[number];
export const readTab = (search: URLSearchParams): AlertTab => alertTabs.find((tab) => tab === search.get('tab')) ?? 'spot';
export const lineOfTab = (tab: Exclude<AlertTab, 'history'>): BusinessLine => businessLine[tab];
