// Events of top movers as a list, one row for a coin and what happened to it within minutes: how strong, and what became of it.
import { isUpMove, type MoverEvent } from '@tidemark/contract/movers.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { pressStar, useIsStarred } from '#session/stars.ts';
import { useNow } from '#live/use-quote.tsx';
import { Icon } from '#ui/icon.tsx';
import { Change, Num, Price } from '#ui/number.tsx';
import { StarButton } from '#ui/star-button.tsx';
import { Skeleton, SkeletonAvatar } from '#ui/states.tsx';
import { CoinName } from './coin-name.tsx';
import { groupBursts, type Burst } from './group-bursts.ts';
import { useMoney } from './money.tsx';
import 'virtual:words/analytics';

const ageEveryMs = 1_000;

interface MoverFeedProps {
  readonly label: string;
  readonly events: readonly MoverEvent[] | null;
  /** Of rows. */
  readonly most?: number;
  /** For a module, without outcomes and actions. */
  readonly isShort?: boolean;
}

export function MoverFeed({ label, events, most, isShort }: MoverFeedProps) {
  const t = useText();
  const bursts = useMemo(() => events && groupBursts(events).slice(0, most), [events, most]);
  return (
    <table className={isShort ? 'at mover-feed short' : 'at mover-feed'} aria-label={label} aria-busy={bursts === null}>
      <thead className={isShort ? 'sr-only' : undefined}>
        <tr>
          <th scope="col" className="k-time">
            {t('analytics.mover.when')}
          </th>
          <th scope="col" className="k-coin">
            {t('table.coin')}
          </th>
          <th scope="col" className="k-what">
            {t('analytics.mover.what')}
          </th>
          <th scope="col" className="n k-size">
            {t('analytics.mover.size')}
          </th>
          {!isShort && (
            <>
              <th scope="col" className="n p2">
                {t('analytics.mover.priceThen')}
              </th>
              <th scope="col" className="n k-after">
                {t('analytics.mover.after1h')}
              </th>
              <th scope="col" className="n k-after24">
                {t('analytics.mover.after24h')}
              </th>
              <th scope="col" className="k-act">
                <span className="sr-only">{t('table.actions')}</span>
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {bursts ? (
          bursts.map((burst) => <Row key={burst.lead.id} burst={burst} isShort={isShort ?? false} />)
        ) : (
          <SkeletonRows isShort={isShort ?? false} />
        )}
      </tbody>
    </table>
  );
}

function Row({ burst: { lead: event, at, types, lines }, isShort }: { burst: Burst; isShort: boolean }) {
  const t = useText();
  const locale = useLocale();
  const { change, price } = useFormat();
  const money = useMoney();
  const short = t(`analytics.mover.${event.type}`) + (types.length > 1 ? ` +${types.length - 1}` : '');
  return (
    <tr>
      <td className="k-time">
        <Age at={at} />
      </td>
      <th scope="row" className="k-coin">
        <CoinName coin={event} sub={lines.map((line) => t(line === 2 ? 'analytics.line.futures' : 'analytics.line.spot')).join(' · ')} />
      </th>
      <td className="k-what">
        <span className={`what ${isUpMove(event.type) ? 'u' : 'd'}`}>
          <Severity tier={event.tier} />
          {isShort ? short : types.map((type) => t(`analytics.mover.${type}`)).join(' · ')}
        </span>
      </td>
      <td className="n k-size">
        {event.change !== null ? (
          <Change {...change(event.change)} />
        ) : event.amountUsdt !== null ? (
          <Num text={money(event.amountUsdt)} />
        ) : (
          <Price text={price(event.price)} />
        )}
      </td>
      {!isShort && (
        <>
          <td className="n p2">
            <Price text={price(event.price)} />
          </td>
          <td className="n k-after">
            <span className="mini">{t('analytics.mover.after1h')}</span>
            <Change {...change(event.after1h)} />
          </td>
          <td className="n k-after24">
            <span className="mini">{t('analytics.mover.after24h')}</span>
            <Change {...change(event.after24h)} />
          </td>
          <td className="k-act">
            <Star event={event} />
            <Link
              className="icon-btn small"
              to={
                `${href(locale, 'priceAlert')}?symbol=${encodeURIComponent(event.symbolId)}&toward=` +
                (isUpMove(event.type) ? 'up' : 'down')
              }
              aria-label={t('analytics.mover.alertMe', { coin: event.baseSymbol })}
              title={t('analytics.mover.alertMe', { coin: event.baseSymbol })}
            >
              <Icon name="bell" />
            </Link>
          </td>
        </>
      )}
    </tr>
  );
}

function Star({ event: { symbolId, baseSymbol, pricedSymbol } }: { event: MoverEvent }) {
  const t = useText();
  return (
    <StarButton
      label={t('table.star', { pair: `${baseSymbol}/${pricedSymbol}` })}
      isOn={useIsStarred(symbolId)}
      onPress={() => pressStar(symbolId)}
    />
  );
}

/** Three bars, and a word for screen readers. */
function Severity({ tier }: { tier: MoverEvent['tier'] }) {
  const t = useText();
  return (
    <span className="tier" data-tier={tier} title={t(`analytics.tier.${tier}`)}>
      <i />
      <i />
      <i />
      <span className="sr-only">{t(`analytics.tier.${tier}`)}</span>
    </span>
  );
}

/** How long ago; the server says the time of day, for it does not know when the page is read. */
function Age({ at }: { at: number }) {
  const { age, time } = useFormat();
  const now = useNow(ageEveryMs);
  return (
    <time dateTime={new Date(at).toISOString()} title={now === null ? undefined : time(at, 'dateTime')}>
      <Num text={now === null ? time(at, 'time', 'UTC') : age(Math.max(0, now - at))} />
    </time>
  );
}

function SkeletonRows({ isShort }: { isShort: boolean }) {
  return Array.from({ length: isShort ? 6 : 20 }, (_, row) => (
    <tr key={row} aria-hidden="true">
      <td className="k-time">
        <Skeleton width={32} />
      </td>
      <td className="k-coin">
        <span className="coin-link">
          <SkeletonAvatar />
          <Skeleton width={60 + ((row * 31) % 40)} />
        </span>
      </td>
      <td className="k-what">
        <Skeleton width={110} />
      </td>
      <td className="n k-size">
        <Skeleton width={56} />
      </td>
      {!isShort &&
        ['n p2', 'n k-after', 'n k-after24', 'k-act'].map((kind) => (
          <td key={kind} className={kind}>
            <Skeleton width={24} />
          </td>
        ))}
    </tr>
  ));
}
