// One coin: why it was picked, factor by factor, and what came of its picks before.
import { useQuery } from '@tanstack/react-query';
import type { CoinPick } from '@tidemark/contract/picks.ts';
import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { PageLink } from '#features/figures/page-link.tsx';
import { sectorName } from '#i18n/sector-name.ts';
import { usePercent } from '#i18n/use-percent.ts';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Num } from '#ui/number.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Band } from '#ui/states.tsx';
import { useFactorText } from './factor-text.ts';
import { pickQuery } from './load.ts';
import { LongShort } from './long-short.tsx';
import { PastPicks } from './past-picks.tsx';
import { Reasons } from './reasons.tsx';
import { scoreOf } from './pick-card.tsx';
import { SincePick } from './since-pick.tsx';

export function Detail({ coinId }: { coinId: string }) {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const format = useFormat();
  const { data, isError, refetch } = useQuery(pickQuery(api, locale, coinId));
  const back = (
    <p className="picks-note">
      <PageLink to={href(locale, 'tokens')}>{t('picks.all')}</PageLink>
    </p>
  );
  if (!data) {
    return (
      <>
        {back}
        <h1 className="text-20 tracking-tight">{coinId}</h1>
        {isError ? (
          <div className="frame">
            <Band kind="error" text={t('picks.failed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
          </div>
        ) : (
          <div className="frame picks-block waiting" aria-hidden="true" />
        )}
      </>
    );
  }
  const { pick, isToday, past } = data;
  return (
    <>
      {back}
      <div className="picks-title">
        <Avatar src={pick.coinIcon} name={pick.coinName} />
        <h1 className="text-20 tracking-tight">
          {pick.coinName} <span className="font-normal text-ink-2">{pick.name}</span>
        </h1>
        <span className={isToday ? 'tag accent' : 'tag'}>
          {isToday ? t('picks.today') : t('picks.lastPicked', { day: format.time(pick.pickedAt, 'date', 'UTC') })}
        </span>
        {pick.isBackfilled && (
          <span className="tag" title={t('picks.backfilledHint')}>
            {t('picks.backfilled')}
          </span>
        )}
        {pick.tags.map((sector) => (
          <Link key={sector} className="tag" to={href(locale, 'spot', { category: sector })}>
            {sectorName(t, sector)}
          </Link>
        ))}
      </div>
      <section className="frame picks-detail" aria-labelledby="picks-why">
        <div className="picks-block">
          <h2 id="picks-why">{pick.deciphermentTitle}</h2>
          <Reasons text={pick.deciphermentContent} />
          <p className="picks-note">{t('picks.updated', { dateTime: format.time(pick.deciphermentUpdateTime, 'dateTime', 'UTC') })}</p>
        </div>
        <div className="picks-block">
          <SincePick symbolId={pick.symbolId} price={pick.price} />
          <LongShort longRate={pick.longRate} />
          <Beside pick={pick} />
        </div>
      </section>
      <Factors pick={pick} />
      <PastPicks title={t('picks.pastOf', { coin: pick.coinName })} picks={past} isOfOneCoin />
    </>
  );
}

function Beside({ pick }: { pick: CoinPick }) {
  const t = useText();
  const { money } = useInUnit();
  const percent = usePercent();
  return (
    <dl className="pick-factors">
      <div>
        <dt>{t('picks.turnover')}</dt>
        <dd>
          <Num text={money(pick.averageTurnover7d)} />
        </dd>
      </div>
      <div>
        <dt>{t('picks.funding')}</dt>
        <dd>
          <Num text={percent(pick.fundingRate, 4, 'always')} />
        </dd>
      </div>
      <div>
        <dt>{t('picks.takerBuy')}</dt>
        <dd>
          <Num text={percent(pick.takerBuyShare, 1)} />
        </dd>
      </div>
    </dl>
  );
}

function Factors({ pick }: { pick: CoinPick }) {
  const t = useText();
  const format = useFormat();
  const percent = usePercent();
  const factorText = useFactorText();
  const signed = (value: number) => format.price(value, { precision: 3 });
  return (
    <section className="frame picks-block" aria-labelledby="picks-factors">
      <h2 id="picks-factors">
        {t('picks.factors')} <span className="text-ink-2 font-normal">{t('picks.scoreOf', { score: scoreOf(pick.score) })}</span>
      </h2>
      <ScrollTable
        labelledBy="picks-factors"
        texts={[t('picks.column.factor')]}
        numbers={(['value', 'place', 'weight', 'adds'] as const).map((name) => t(`picks.column.${name}`))}
        className="picks-table"
      >
        {pick.factors.map(({ name, value, rank, weight }) => (
          <tr key={name}>
            <th scope="row">
              {t(`picks.factor.${name}`)}
              <small>
                {t(`picks.about.${name}`)}
                {Number(weight) === 0 && ` · ${t('picks.notScored')}`}
              </small>
            </th>
            <td className="n">
              <Num text={factorText(name, value)} />
            </td>
            <td className="n">
              <Num text={percent((1 + Number(rank)) / 2)} />
            </td>
            <td className="n">
              <Num text={percent(weight, 0, 'always')} />
            </td>
            <td className="n">
              <Num text={signed(Number(rank) * Number(weight))} />
            </td>
          </tr>
        ))}
      </ScrollTable>
      <p className="picks-note">{t('picks.factorsNote')}</p>
    </section>
  );
}
