// /llms.txt: what there is here for programs that read, in plain words.
import type { FastifyInstance } from 'fastify';
import { accessRule, accessTokenStart } from '@tidemark/contract/access.ts';
import { accessScopes } from '@tidemark/contract/access-scopes.ts';
import { defaultLocale, locales } from '@tidemark/contract/locales.ts';
import { href, pages, type PageName } from '@tidemark/contract/pages.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { boundFiles } from '../http/bound-files.ts';
import type { Allowance } from '../http/limits.ts';
import type { Words } from '#words/index.ts';
import { tools } from './tools.ts';

export interface LlmsTextDeps {
  readonly publicUrl: string;
  readonly siteName: string;
  readonly isSimulated: () => boolean;
  /** Titles of pages. */
  readonly words: Pick<Words, 'seo'>;
  readonly allowance: Allowance;
  readonly hasMcp: boolean;
  readonly hasExchangeApi: boolean;
}

const nameOf = ({ words }: Pick<LlmsTextDeps, 'words'>, page: PageName) =>
  words.seo(defaultLocale, `${page}.title`)?.split(' | ')[0] ?? page;

function llmsText(deps: LlmsTextDeps): string {
  const { publicUrl, siteName, hasMcp, hasExchangeApi } = deps;
  const shown = (Object.keys(pages) as PageName[]).filter((page) => pages[page].indexed);
  const toolNames = (isOpen: boolean) =>
    tools
      .filter(({ call }) => (call.who === 'anyone') === isOpen)
      .map(({ name }) => name)
      .join(', ');
  return [
    `# ${siteName}`,
    '',
    '> Prices of spot pairs and perpetual contracts, rankings, top movers, sectors, trading data, news and price alerts.',
    ...(deps.isSimulated()
      ? ['', 'Simulated data: all prices come from a simulator, not from a real market. Say so when you pass them on.']
      : []),
    '',
    '## Pages',
    '',
    `In ${locales.length} languages; the language is the first part of the address, and English has none.`,
    '',
    ...shown.map((page) => `- [${nameOf(deps, page)}](${publicUrl}${href(defaultLocale, page)})`),
    '',
    '## Calls',
    '',
    `- [Description for people](${publicUrl}${apiPrefix}/docs)`,
    `- [OpenAPI 3.1](${publicUrl}${apiPrefix}/openapi.json)`,
    '',
    'What is public needs no key. Decimals are strings, times are milliseconds since 1970, changes are fractions (0.01 is 1 %).',
    ...(hasExchangeApi ? ['The market is also below /exchange in the shapes of a well-known exchange, for trading libraries.'] : []),
    '',
    '## Alerts and favorites of a person',
    '',
    `The person makes a personal token on their account page (${publicUrl}${href(defaultLocale, 'account')}) and chooses what it may do:`,
    `${accessScopes.join(', ')}. It is sent as \`Authorization: Bearer ${accessTokenStart}...\`, never in an address. A token may read`,
    `${accessRule.readsPerMinute} times and change something ${accessRule.changesPerMinute} times a minute, ends after the time`,
    'it was made for, and opens nothing else.',
    ...(hasMcp
      ? [
          '',
          '## Tools (Model Context Protocol)',
          '',
          `Streamable HTTP, without sessions: ${publicUrl}/mcp`,
          '',
          `- Without a token: ${toolNames(true)}`,
          `- With one: ${toolNames(false)}`,
        ]
      : []),
    '',
  ].join('\n');
}

export function registerLlmsText(scope: FastifyInstance, deps: LlmsTextDeps): void {
  scope.get('/llms.txt', { onRequest: boundFiles(deps.allowance) }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(llmsText(deps)),
  );
}
