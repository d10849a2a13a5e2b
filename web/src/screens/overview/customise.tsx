// Putting the page in order: every module with a box to show it and two buttons to move it.
import type { OverviewModule } from '@tidemark/contract/site.ts';
import { useState } from 'react';
import { useText } from '#i18n/text.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { defaultLayout, moved, type Layout } from './layout.ts';

interface CustomiseProps {
  readonly layout: Layout;
  /** Modules the operator has switched off are not offered. */
  isOffered(module: OverviewModule): boolean;
  onChange(layout: Layout): void;
  onDone(): void;
}

export function Customise({ layout, isOffered, onChange, onDone }: CustomiseProps) {
  const t = useText();
  const [said, setSaid] = useState('');
  const { order, hidden } = layout;
  const offered = order.filter(isOffered);
  const rest = order.filter((module) => !isOffered(module));
  const move = (module: OverviewModule, by: -1 | 1) => {
    const next = moved(offered, module, by);
    onChange({ order: [...next, ...rest], hidden });
    setSaid(t('overview.moved', { title: t(`overview.module.${module}`), place: next.indexOf(module) + 1 }));
  };
  const show = (module: OverviewModule, isShown: boolean) =>
    onChange({ order, hidden: isShown ? hidden.filter((other) => other !== module) : [...hidden, module] });
  return (
    <section className="frame ov-customise" aria-labelledby="ov-customise">
      <div className="mod-head">
        <h2 id="ov-customise">{t('overview.customise')}</h2>
        <span className="small-note">{t('overview.customiseHelp')}</span>
        <span className="ov-acts">
          <Button kind="quiet" onClick={() => onChange(defaultLayout)}>
            {t('overview.reset')}
          </Button>
          <Button kind="primary" onClick={onDone}>
            {t('overview.done')}
          </Button>
        </span>
      </div>
      <ol>
        {offered.map((module, place) => {
          const title = t(`overview.module.${module}`);
          return (
            <li key={module}>
              <label>
                <input type="checkbox" checked={!hidden.includes(module)} onChange={(event) => show(module, event.currentTarget.checked)} />
                {title}
              </label>
              <IconButton
                icon="up"
                className="small"
                label={t('overview.moveUp', { title })}
                aria-disabled={place === 0}
                onClick={() => move(module, -1)}
              />
              <IconButton
                icon="down"
                className="small"
                label={t('overview.moveDown', { title })}
                aria-disabled={place === offered.length - 1}
                onClick={() => move(module, 1)}
              />
            </li>
          );
        })}
      </ol>
      <span className="sr-only" role="status">
        {said}
      </span>
    </section>
  );
}
