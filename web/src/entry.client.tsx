import { localeOfPath } from '@tidemark/contract/pages.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadWords } from '#i18n/words.ts';
import { reportUncaught } from '#page/browser.ts';

reportUncaught();
// The words of the page must be there before React compares its first render with the server's.
await loadWords(localeOfPath(location.pathname));
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />);
});
