// One square per country, coloured by status. The table below says the same in words.
import type { Policy } from '@tidemark/contract/policy.ts';
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { countryHref, isMatch, type PolicyChoice } from './choice.ts';
import { StatusMark } from './status-mark.tsx';
import { isStep, regionNames, stepFrom, tileOf } from './tiles.ts';

export function WorldMap({ policies, choice }: { policies: readonly Policy[] | null; choice: PolicyChoice }) {
  const t = useText();
  const map = useRef<HTMLDivElement>(null);
  // Until the user steps with the arrow keys every square is a stop of the tabulator, as without scripts.
  const [stop, setStop] = useState<string>();
  const others = policies?.filter(({ country }) => !tileOf(country)) ?? [];

  function step(event: KeyboardEvent) {
    if (!isStep(event.key) || !map.current) return;
    const tiles = [...map.current.querySelectorAll('a')];
    const from = tiles.find((tile) => tile === document.activeElement);
    if (!from) return;
    event.preventDefault();
    const to =
      tiles[
        stepFrom(
          from.getBoundingClientRect(),
          tiles.map((tile) => tile.getBoundingClientRect()),
          event.key,
        )
      ];
    if (!to) return;
    setStop(to.dataset.country);
    to.focus();
  }

  return (
    <div ref={map} className="policy-map" role="group" aria-label={t('policy.map')} aria-busy={policies === null} onKeyDown={step}>
      {regionNames.map((region) => (
        <Region
          key={region}
          region={region}
          policies={policies?.filter(({ country }) => tileOf(country)?.region === region) ?? []}
          choice={choice}
          stop={stop}
        />
      ))}
      {others.length > 0 && <Region region="other" policies={others} choice={choice} stop={stop} />}
    </div>
  );
}

interface RegionProps {
  readonly region: (typeof regionNames)[number] | 'other';
  readonly policies: readonly Policy[];
  readonly choice: PolicyChoice;
  readonly stop: string | undefined;
}

function Region({ region, policies, choice, stop }: RegionProps) {
  const t = useText();
  const locale = useLocale();
  return (
    <section className="policy-region" data-region={region}>
      <h3>{t(`policy.region.${region}`)}</h3>
      <ul>
        {policies.map((policy) => {
          const { country, name, status } = policy;
          const tile = tileOf(country);
          const place: CSSProperties | undefined = tile && { gridColumn: tile.column, gridRow: tile.row };
          const label = t('policy.tile', { country: name, status: t(`policy.status.${status}`) });
          return (
            <li key={country} style={place}>
              <Link
                to={countryHref(locale, choice, country)}
                className={isMatch(policy, choice) ? 'policy-tile' : 'policy-tile off'}
                data-status={status}
                data-country={country}
                title={label}
                aria-current={country === choice.country ? 'true' : undefined}
                tabIndex={stop !== undefined && stop !== country ? -1 : undefined}
              >
                <span>{country}</span> <span className="sr-only">{label}</span>
                <StatusMark status={status} />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
