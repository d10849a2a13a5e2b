import type { SiteBrand } from '@tidemark/contract/brand.ts';
import { useRouteLoaderData } from 'react-router';

const nameless: SiteBrand = { name: '', isStyled: false, links: [], note: null };

/** The brand of this site. */
export const useBrand = (): SiteBrand => useRouteLoaderData<{ brand: SiteBrand }>('root')?.brand ?? nameless;
