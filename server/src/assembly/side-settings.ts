// Where facts come from that no exchange tells.
import type { SideSettings } from '#market/sources/side/index.ts';
import { isHttpsOrLocal } from './setting-values.ts';

const mostNewsFeeds = 50;

/** What is null or empty is off. */
export function readSideSettings(
  given: (name: string) => string | null,
  serverUrl: (name: string, protocols: readonly string[], example: string) => string | null,
  problems: string[],
): SideSettings {
  const address = (name: string, example: string) => serverUrl(name, ['http:', 'https:'], example)?.replace(/\/+$/, '') ?? null;
  const coinGeckoUrl = address('COINGECKO_URL', 'https://api.coingecko.com/api/v3');
  const apiKey = given('COINGECKO_KEY');
  if (apiKey !== null && coinGeckoUrl === null) problems.push('COINGECKO_KEY is of no use without COINGECKO_URL.');
  const newsFeeds = (given('NEWS_FEEDS') ?? '')
    .split(',')
    .map((feed) => feed.trim())
    .filter(Boolean);
  const wrong = newsFeeds.filter((feed) => !isHttpsOrLocal(feed));
  if (wrong.length > 0)
    problems.push(
      `NEWS_FEEDS must be a list of addresses like https://example.com/rss (http only on this machine); not one: ${wrong.join(', ')}.`,
    );
  if (newsFeeds.length > mostNewsFeeds) problems.push(`NEWS_FEEDS may name up to ${mostNewsFeeds} feeds, not ${newsFeeds.length}.`);
  return {
    coinGecko: coinGeckoUrl === null ? null : { url: coinGeckoUrl, apiKey },
    fearGreedUrl: address('FEAR_GREED_URL', 'https://api.alternative.me'),
    mempoolUrl: address('MEMPOOL_URL', 'https://mempool.space'),
    newsFeeds,
    fiatRatesUrl: address('FIAT_RATES_URL', 'https://open.er-api.com/v6/latest/USD'),
  };
}
