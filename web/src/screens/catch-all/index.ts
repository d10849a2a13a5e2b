// Every address that no screen answers: a way to another page, or nothing at all (then the loader has already said 404).
import { href, pages, type PageName } from '@tidemark/contract/pages.ts';
import { redirect } from 'react-router';
import { pageClientLoader, pageLoader, type Load } from '#page/page.ts';

const load: Load = async ({ locale, page }) => {
  const { redirectTo } = pages[page];
  if (redirectTo) throw redirect(href(locale, redirectTo as PageName));
};
export const loader = pageLoader(load);
export const clientLoader = pageClientLoader(load);

/** Nothing to see; without a screen an address would be a plain answer, and its 404 not a page. */
export default function CatchAll() {
  return null;
}
