import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useNow } from '#live/use-quote.tsx';
import 'virtual:words/world';

/** Where the sources whose figures are shown want to be linked. */
const homes: Readonly<Record<string, string>> = {
  CoinGecko: 'https://www.coingecko.com/',
  'alternative.me': 'https://alternative.me/crypto/fear-and-greed-index/',
};
const everyMs = 30_000;

/** The source of the figures. */
export function SourceLink({ source }: { source: string }) {
  const home = homes[source];
  return home ? (
    <a className="link" href={home} target="_blank" rel="noopener noreferrer">
      <bdi>{source}</bdi>
    </a>
  ) : (
    <bdi>{source}</bdi>
  );
}

/** How old they are, marked once they are older than they should be. The server says the time: it does not know when the page is read. */
export function SourceAge({ at, staleAfterMs }: { at: number; staleAfterMs: number }) {
  const t = useText();
  const { age, time } = useFormat();
  const now = useNow(everyMs);
  const full = `${time(at, 'dateTime', 'UTC')} UTC`;
  const ageMs = now === null ? null : Math.max(0, now - at);
  return (
    <>
      <time dateTime={new Date(at).toISOString()} title={full}>
        {ageMs === null ? full : ageMs < everyMs ? t('world.now') : t('world.ago', { age: age(ageMs) })}
      </time>
      {ageMs !== null && ageMs > staleAfterMs && (
        <>
          {' '}
          <span className="tag warn">{t('world.old')}</span>
        </>
      )}
    </>
  );
}
