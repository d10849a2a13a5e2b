import { fearGreedBand } from '@tidemark/contract/fear-greed.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useApi } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { Gauge } from '#features/figures/gauge.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import { AskedFor, ModuleFrame } from './module-frame.tsx';
import { moodQuery } from './overview-queries.ts';
import 'virtual:words/fear-greed';

const refreshMs = 60_000;

export function Mood() {
  const t = useText();
  const locale = useLocale();
  const query = usePageQuery({ ...moodQuery(useApi(), locale), refetchInterval: refreshMs });
  const { data } = query;
  const word = data && t(`fear-greed.band.${data.band}`);
  return (
    <ModuleFrame name="fearIndex" more={href(locale, 'fearGreed')}>
      <AskedFor query={query}>
        <div className="ov-mood" aria-busy={!data}>
          {data && word ? (
            <Gauge
              value={data.value}
              bands={data.bands}
              word={word}
              label={t('fear-greed.gauge', { value: Math.round(data.value), word })}
            />
          ) : (
            <svg className="gauge" viewBox="0 0 216 124" aria-hidden="true" />
          )}
          <dl>
            {(['yesterday', 'lastWeek', 'lastMonth'] as const).map((when) => {
              const then = data?.[when] ?? null;
              return (
                <div key={when}>
                  <dt>{t(`fear-greed.was.${when}`)}</dt>
                  <dd>
                    <Num text={then === null ? null : String(Math.round(then))} />{' '}
                    {then !== null && <span className="small-note">{t(`fear-greed.band.${fearGreedBand(then)}`)}</span>}
                  </dd>
                </div>
              );
            })}
          </dl>
        </div>
      </AskedFor>
    </ModuleFrame>
  );
}
