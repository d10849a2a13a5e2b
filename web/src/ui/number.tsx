// The one way a figure reaches the screen: isolated left-to-right, tabular digits, '--' when there is none. Formatting
// belongs to i18n; here a finished text gets its shape.
import { memo } from 'react';
import { foldZeros } from './fold-zeros.ts';

const none = '--';

export type Direction = -1 | 0 | 1;

export function Num({ text, className }: { text: string | null; className?: string }) {
  return <span className={className ? `num ${className}` : 'num'}>{text ?? none}</span>;
}

/** Folded zeros are for the eye; a screen reader says the whole number. */
export const Price = memo(function Price({ text, className }: { text: string | null; className?: string }) {
  const folded = text === null ? null : foldZeros(text);
  if (!folded) return <Num text={text} className={className} />;
  const { head, zeros, digits, tail } = folded;
  return (
    <span className={className ? `num ${className}` : 'num'}>
      <span aria-hidden="true">
        {head}0<sub>{zeros}</sub>
        {digits}
        {tail}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  );
});

/** Arrow, sign and colour together: never colour alone. */
export const Change = memo(function Change({ text, direction }: { text: string | null; direction: Direction }) {
  const kind = text === null || text === none ? 'none' : direction > 0 ? 'u' : direction < 0 ? 'd' : '';
  return <span className={kind ? `chg ${kind}` : 'chg'}>{text ?? none}</span>;
});
