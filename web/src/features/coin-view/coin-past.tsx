// How a price came to be where it is: changes over spans, where it stands between its lowest and its highest.
import { useQuery } from '@tanstack/react-query';
import { type SymbolItem } from '@tidemark/contract/market.ts';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Change, Price } from '#ui/number.tsx';
import { coinHistory } from './coin-queries.ts';
import { useLatest } from './use-latest.ts';

const refreshMs = 60_000;

export function CoinPast({ main }: { main: SymbolItem }) {
  const t = useText();
  const { change, price } = useFormat();
  const { data: past } = useQuery({ ...coinHistory(useApi(), main), refetchInterval: refreshMs });
  const { last, open24h, high, low } = useLatest(main);
  const since = (before: string | null | undefined) => change(Number(before) > 0 ? Number(last) / Number(before) - 1 : null);
  const spans = [
    ['1h', past?.hourAgo],
    ['1d', open24h],
    ['7d', past?.before['7d']],
    ['30d', past?.before['30d']],
    ['90d', past?.before['90d']],
    ['1y', past?.before['1y']],
  ] as const;
  // Today may be the day of a record, which the candles of a minute ago do not know yet.
  const highest = (known: string | null | undefined) => (known == null ? null : Math.max(Number(known), Number(high)));
  const lowest = (known: string | null | undefined) => (known == null ? null : Math.min(Number(known), Number(low)));
  const records = [
    [t('coin.allTimeHigh'), highest(past?.allTimeHigh)],
    [t('coin.allTimeLow'), lowest(past?.allTimeLow)],
  ] as const;
  return (
    <section className="coin-past" aria-labelledby="coin-past">
      <h3 id="coin-past" className="coin-title">
        {t('coin.performance')}
      </h3>
      <dl className="coin-spans">
        {spans.map(([span, before]) => (
          <div key={span}>
            <dt>{t(`coin.range.${span}`)}</dt>
            <dd>
              <Change {...since(before)} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="coin-ranges">
        <RangeBar label={t('coin.dayRange')} low={Number(low)} high={Number(high)} last={Number(last)} />
        <RangeBar label={t('coin.yearRange')} low={lowest(past?.yearLow)} high={highest(past?.yearHigh)} last={Number(last)} />
        <dl className="coin-records">
          {records.map(([name, record]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Price text={price(record)} /> {record !== null && <Change {...change(Number(last) / record - 1)} />}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function RangeBar({ label, low, high, last }: { label: string; low: number | null; high: number | null; last: number }) {
  const { price } = useFormat();
  const share = low === null || high === null ? null : high > low ? Math.min(1, Math.max(0, (last - low) / (high - low))) : 0.5;
  return (
    <div className="range-bar">
      <span>{label}</span>
      <div>
        <Price text={price(low)} />
        <i aria-hidden="true">{share !== null && <i style={{ left: `${100 * share}%` }} />}</i>
        <Price text={price(high)} />
      </div>
    </div>
  );
}
