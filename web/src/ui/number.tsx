// The one way a figure reaches the screen: isolated left-to-right, tabular digits, '--' when there is none. Formatting
// belongs to i18n; here a finished text gets its shape.
import { memo } from 'react';

const none = '--';

export type Direction = -1 | 0 | 1;
export const directionOf = (value: number): Direction => (value > 0 ? 1 : value < 0 ? -1 : 0);

export function Num({ text, className }: { text: string | null; className?: string }) {
  return <span className={className ? `num ${className}` : 'num'}>{text ?? none}</span>;
}

/** Four or more zeros after the point are folded to a small count; who listens hears the whole number. */
const folded = /^(.*?0\D)(0{4,})(\d+)(.*)$/;

export const Price = memo(function Price({ text, className }: { text: string | null; className?: string }) {
  const parts = text === null ? null : folded.exec(text);
  if (!parts) return <Num text={text} className={className} />;
  const [, head, zeros = '', digits, tail] = parts;
  return (
    <span className={className ? `num ${className}` : 'num'}>
      <span aria-hidden="true">
        {head}0
        <sub>{zeros.length}</sub>
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
