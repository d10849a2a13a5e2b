// A chart with its legend, its table twin and its download. It knows no product: words, colours and forms of numbers are
// handed in. `times`, `lines` and `formatTime` should keep their identity while nothing changes.
import { useId, useState, type ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { DrawnButton } from './drawn-button.tsx';
import type { ChartLine } from './chart-line.ts';
import { downloadCsv } from './download-csv.ts';
import { downloadPicture } from './download-picture.ts';
import { Plot, valueText, type PlotProps } from './plot.tsx';

export interface ChartWords {
  readonly chart: string;
  readonly table: string;
  /** How the choice between the two is called. */
  readonly view: string;
  readonly time: string;
  readonly download: string;
  readonly picture?: string;
}

export interface LineChartProps extends PlotProps {
  readonly words: ChartWords;
  /** Name of the file that 'download' gives, without its ending. */
  readonly fileName?: string;
  /** 'tall' for the one chart of a page. */
  readonly size?: 'usual' | 'tall';
  /** What the table and the download hold, where that is more than can be drawn. */
  readonly twinLines?: readonly ChartLine[];
  /** The download says of every figure that it is simulated. */
  readonly isSimulated?: boolean;
  /** More buttons, after the downloads. */
  readonly tools?: ReactNode;
}

export function LineChart({ words, fileName, size = 'usual', tools, twinLines, isSimulated = false, ...plot }: LineChartProps) {
  const { label, times, lines, formatTime } = plot;
  const tableLines = twinLines ?? lines;
  const [isTable, setTable] = useState(false);
  const name = useId();
  return (
    <figure className={`chart ${size}`} aria-label={label}>
      <div className="chart-tools">
        <ul className="chart-keys">
          {lines.map((line) => (
            <li key={line.id} className={keyClass(line)}>
              <i
                style={{ color: `var(--${line.colour})`, ...(line.belowColour && { borderBlockEndColor: `var(--${line.belowColour})` }) }}
              />
              {line.label}
            </li>
          ))}
        </ul>
        <div className="chart-acts">
          <div className="seg" role="radiogroup" aria-label={words.view}>
            {[false, true].map((table) => (
              <label key={String(table)}>
                <input type="radio" className="sr-only" name={name} checked={isTable === table} onChange={() => setTable(table)} />
                {table ? words.table : words.chart}
              </label>
            ))}
          </div>
          {fileName && (
            <IconButton icon="download" label={words.download} onClick={() => downloadCsv(fileName, times, tableLines, isSimulated)} />
          )}
          {fileName && words.picture && (
            <DrawnButton
              drawing="picture"
              label={words.picture}
              onClick={(event) => downloadPicture(fileName, plot, event.currentTarget)}
            />
          )}
          {tools}
        </div>
      </div>
      {isTable ? (
        <TwinTable label={label} times={times} lines={tableLines} formatTime={formatTime} timeWord={words.time} notes={plot.notes} />
      ) : (
        <Plot {...plot} />
      )}
    </figure>
  );
}

const keyClass = ({ kind, isDashed, belowColour }: ChartLine): string =>
  kind === 'bars' ? (belowColour ? 'chart-key square signed' : 'chart-key square') : isDashed ? 'chart-key dashed' : 'chart-key';

interface TwinTableProps {
  readonly label: string;
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly timeWord: string;
  readonly notes: PlotProps['notes'];
  formatTime: PlotProps['formatTime'];
}

/** The same numbers as a table, newest first. */
function TwinTable({ label, times, lines, timeWord, notes, formatTime }: TwinTableProps) {
  return (
    <div className="chart-twin" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{timeWord}</th>
            {lines.map((line) => (
              <th key={line.id} scope="col" className="n">
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((_, back) => {
            const index = times.length - 1 - back;
            return (
              <tr key={times[index]}>
                <th scope="row">
                  {formatTime(times[index]!, 'full')}
                  {notes?.has(index) && <em> {notes.get(index)}</em>}
                </th>
                {lines.map((line) => (
                  <td key={line.id} className="n">
                    <span className="num">{valueText(line, index)}</span>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Holds the place of a chart whose data is not here yet. */
export const ChartSkeleton = ({ size = 'usual' }: { size?: 'usual' | 'tall' }) => (
  <div className={`chart ${size}`} aria-hidden="true">
    <div className="chart-tools">
      <span className="skel" style={{ inlineSize: 120 }} />
    </div>
    <div className="chart-plot">
      <div className="chart-area">
        <i className="chart-grid" />
      </div>
    </div>
  </div>
);
