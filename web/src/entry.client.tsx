import { languageOf } from '@tidemark/contract/locales.ts';
import { localeOfPath } from '@tidemark/contract/pages.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadMoreColumns } from '#features/market-table/more-columns.ts';
import { loadWords } from '#i18n/words.ts';
import { reportUncaught } from '#page/browser.ts';

reportUncaught();
// The first figure a browser writes makes it read the data of all languages: now, while the words are on their way, not in the render.
new Intl.NumberFormat(languageOf(localeOfPath(location.pathname)).formatTag).format(0);
// The words of the page, and the columns its address names, must be there before React compares its first render with the server's.
await Promise.all([loadWords(localeOfPath(location.pathname)), loadMoreColumns(new URLSearchParams(location.search)).catch(() => {})]);
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
