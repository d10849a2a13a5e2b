import { safeReturnTo } from '@tidemark/contract/accounts.ts';
import { useSearchParams } from 'react-router';
import { pageClientLoader, pageLoader, type Load } from '#page/page.ts';
import { Unstable } from './unstable.tsx';
import { WaysOn } from './ways-on.tsx';

const load: Load = async () => {};
export const loader = pageLoader(load);
export const clientLoader = pageClientLoader(load);

/** Any site can link to this page, so only a place of this site is gone back to. */
export default function ErrorScreen() {
  const [search] = useSearchParams();
  const from = search.get('from');
  return (
    <>
      <Unstable place={from === null ? undefined : safeReturnTo(from)} />
      <WaysOn />
    </>
  );
}
