// Tiles with drawings for the eight types; two sides for P2P.
import { alertTypes, p2pSides, type AlertType } from '@tidemark/contract/alert-rules.ts';
import { useId } from 'react';
import { useText } from '#i18n/text.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { typeWord } from './condition.ts';
import { TypeDrawing } from './type-drawing.tsx';

export function TypeChoice({ type, onChange }: { type: AlertType; onChange(type: AlertType): void }) {
  const t = useText();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-12 text-ink-2">{t('alerts.tellMe')}</legend>
      <div className="type-tiles">
        {alertTypes.map((option) => (
          <label key={option}>
            <input type="radio" className="sr-only" name={name} checked={option === type} onChange={() => onChange(option)} />
            <TypeDrawing type={option} />
            {t(`alerts.type.${typeWord[option]}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const sides = ['buy', 'sell'] as const;

export function P2pSideChoice({ type, onChange }: { type: AlertType; onChange(type: AlertType): void }) {
  const t = useText();
  return (
    <RadioSegments<(typeof sides)[number]>
      label={t('alerts.p2pSide')}
      options={sides.map((value) => ({ value, label: t(`alerts.p2p.${value}`) }))}
      value={type === p2pSides.buy ? 'buy' : 'sell'}
      onChange={(side) => onChange(p2pSides[side])}
    />
  );
}
