import { halving, minedSupply, type HalvingForecast } from '@tidemark/contract/content.ts';
import type { ReactNode } from 'react';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import { bitcoins } from './bitcoins.ts';

interface FactsProps {
  readonly forecast: HalvingForecast;
  readonly height: number;
  readonly lastBlockAt: number;
  readonly averageIntervalMs: number;
  readonly now: number;
}

export function Facts({ forecast, height, lastBlockAt, averageIntervalMs, now }: FactsProps) {
  const t = useText();
  const format = useFormat();
  const percent = usePercent();
  const mined = minedSupply(height);
  const passed = halving.blocksPerHalving - forecast.blocksLeft;
  return (
    <dl className="halving-facts">
      <Fact label={t('halving.height')}>
        <Num text={format.count(height)} />
        <small>
          {now - lastBlockAt < 1_000 ? t('halving.lastBlockNow') : t('halving.lastBlock', { age: format.age(now - lastBlockAt) })}
        </small>
      </Fact>
      <Fact label={t('halving.blocksLeft')}>
        <Num text={format.count(forecast.blocksLeft)} />
        <small>{t('halving.toBlock', { height: format.count(forecast.targetHeight) })}</small>
      </Fact>
      <Fact label={t('halving.blockTime')}>
        <Num
          text={
            `${Math.floor(averageIntervalMs / 60_000)}:` + String(Math.round((averageIntervalMs % 60_000) / 1_000) % 60).padStart(2, '0')
          }
        />
        <small>{t('halving.blockTimeNote')}</small>
      </Fact>
      <Fact label={t('halving.reward')}>
        <Num text={`${bitcoins(format, forecast.reward)} BTC`} />
        <small>{t('halving.rewardAfter', { reward: bitcoins(format, forecast.reward / 2) })}</small>
      </Fact>
      <Fact label={t('halving.mined')}>
        <Num text={`${format.count(mined)} BTC`} />
        <small>{t('halving.minedShare', { share: percent(mined / halving.maxSupply, 2) })}</small>
      </Fact>
      <Fact label={t('halving.era')}>
        <Num text={percent(passed / halving.blocksPerHalving, 1)} />
        <span className="halving-bar" aria-hidden="true">
          <i style={{ inlineSize: `${(100 * passed) / halving.blocksPerHalving}%` }} />
        </span>
      </Fact>
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
