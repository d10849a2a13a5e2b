// The pair at this moment, above its charts.
import type { Calls } from '@tidemark/contract/calls.ts';
import type { TradingTab } from '@tidemark/contract/trading-data.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { ReactNode } from 'react';
import { useServerTime } from '#api/use-server-time.ts';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFineFormat } from '#i18n/fine-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Change, Num } from '#ui/number.tsx';
import { Skeleton } from '#ui/states.tsx';

type Now = Output<Calls['tradingNow']>;

export function PairNow({ now, tab }: { now: Now | undefined; tab: TradingTab }) {
  const t = useText();
  const format = useFormat();
  const fine = useFineFormat();
  const { money } = useInUnit();
  const ratio = (text: string | null) => fine.ratio(text === null ? null : Number(text));
  const basis = now?.mark && now.index ? Number(now.mark) - Number(now.index) : null;
  return (
    <dl className="frame figure-strip">
      {tab === 'futures' ? (
        <>
          <Figure name={t('trading.mark')} text={now && format.price(now.mark)} />
          <Figure name={t('trading.index')} text={now && format.price(now.index)}>
            {basis !== null && <span className="num">{t('trading.basisIs', { value: format.price(basis) })}</span>}
          </Figure>
          <Figure name={t('trading.openInterest')} text={now && money(now.openInterestUsd)}>
            {now && <FigureChange fraction={now.openInterestChange24h} />}
          </Figure>
          <Figure name={t('trading.volume24h')} text={now && money(now.turnover24hUsdt)} />
          <Figure
            name={now?.funding ? t('trading.fundingEvery', { hours: now.funding.intervalHours }) : t('trading.funding')}
            text={now && fine.rate(now.funding ? Number(now.funding.rate) : null)}
          >
            {now?.funding && <Countdown to={now.funding.nextAt} from={now.asOf} />}
          </Figure>
          <Figure name={t('trading.longShort')} text={now && ratio(now.longShort)}>
            {now && <FigureChange fraction={now.longShortChange24h} />}
          </Figure>
        </>
      ) : (
        <>
          <Figure name={t('trading.last')} text={now && format.price(now.last)} />
          <Figure name={t('trading.volume24h')} text={now && money(now.turnover24hUsdt)} />
          <Figure name={t('trading.metric.netInflow24h')} text={now && format.money(now.netInflow24h)}>
            {now && <span>{now.pricedSymbol}</span>}
          </Figure>
          <Figure name={t('trading.metric.marginLongShort')} text={now && ratio(now.marginLongShort)} />
        </>
      )}
    </dl>
  );
}

function Figure({ name, text, children }: { name: string; text: string | undefined; children?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {text === undefined ? <Skeleton width={88} /> : <Num text={text} className="strong" />}
        {children}
      </dd>
    </div>
  );
}

function FigureChange({ fraction }: { fraction: string | null }) {
  const t = useText();
  const { change } = useFormat();
  const { text, direction } = change(fraction);
  return (
    <>
      <Change text={text} direction={direction} />
      <span className="text-ink-3">{t('trading.range.1d')}</span>
    </>
  );
}

function Countdown({ to, from }: { to: number; from: number }) {
  const t = useText();
  const left = to - useServerTime(from);
  const seconds = Math.max(0, Math.floor(left / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <span className="num">
      {t('trading.in', { time: `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}` })}
    </span>
  );
}
