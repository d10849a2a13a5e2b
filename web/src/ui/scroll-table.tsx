// A small table of figures that scrolls by itself where it does not fit, with a pointer, a finger or the keys.
import type { ReactNode } from 'react';

interface ScrollTableProps {
  /** Id of the title above it. */
  readonly labelledBy: string;
  /** Heads of the columns of words, which come first. */
  readonly texts: readonly string[];
  /** Heads of the columns of numbers. */
  readonly numbers: readonly string[];
  readonly className?: string;
  /** The rows. */
  readonly children: ReactNode;
}

export function ScrollTable({ labelledBy, texts, numbers, className = '', children }: ScrollTableProps) {
  return (
    <div className="figure-scroll" role="group" aria-labelledby={labelledBy} tabIndex={0}>
      <table className={`figure-table ${className}`}>
        <thead>
          <tr>
            {texts.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {numbers.map((head) => (
              <th key={head} scope="col" className="n">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
