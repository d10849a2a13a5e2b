import type { PageName } from '@tidemark/contract/pages.ts';
import { useRouteLoaderData } from 'react-router';

/** Without those that the operator has switched off. */
export const openPlaces = <P extends { readonly page: PageName }>(places: readonly P[], hasOnchain: boolean): readonly P[] =>
  hasOnchain ? places : places.filter(({ page }) => page !== 'onChain');

export const useHasOnchain = (): boolean => useRouteLoaderData<{ hasOnchain: boolean }>('root')?.hasOnchain ?? true;
