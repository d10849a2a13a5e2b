import { matchPage, type PageName } from '@tidemark/contract/pages.ts';
import { useLocation } from 'react-router';

/** The page this address names; undefined on a 404. */
export const usePlace = (): PageName | undefined => matchPage(useLocation().pathname)?.page;
