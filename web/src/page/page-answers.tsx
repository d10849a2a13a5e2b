// Where the answers stand that came with the page (hydrate-queries.ts).
import type { QueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { hydrateQueries } from './hydrate-queries.ts';
import { RenderedPageContext } from './rendered-page.ts';

const placeId = 'answers';

/** Above the code, which reads it. Written by the server alone: the browser leaves what it finds there. */
export function PageAnswers() {
  const answers = import.meta.env.SSR ? use(RenderedPageContext)?.answers : undefined;
  const json = answers ? `<script type="application/json">${answers}</script>` : '';
  return <div id={placeId} hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />;
}

/** Only the first page comes from the server; later ones fill the cache themselves. */
export function readPageAnswers(client: QueryClient): void {
  hydrateQueries(client, document.getElementById(placeId)?.textContent);
}
