// Whether rows have two lines. Phones show fewer columns and one line more: what is not to be seen need not follow its symbol.
import { breakpoints } from '@tidemark/contract/site.ts';

let query: MediaQueryList | null = null;
const phones = () => (query ??= matchMedia(`(width < ${breakpoints.tablet}px)`));

export const isPhone = (): boolean => phones().matches;
export const isNoPhone = (): boolean => !isPhone();

export function watchPhone(fn: () => void): () => void {
  phones().addEventListener('change', fn);
  return () => phones().removeEventListener('change', fn);
}
