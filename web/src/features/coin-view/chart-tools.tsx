// What a chart can show besides candles: indicators, a logarithmic scale, BTC beside it, the whole screen.
import { useRef, useState, type ReactNode } from 'react';
import { useText } from '#i18n/text.tsx';
import { DrawnButton } from '#ui/chart/drawn-button.tsx';
import { comparedColour, rangeNames, studies, studyNames, type Range, type Study } from './studies.ts';

const Toggle = ({ isOn, colour, children, onPress }: { isOn: boolean; colour?: string; children: ReactNode; onPress(): void }) => (
  <button type="button" className="chip" aria-pressed={isOn} onClick={onPress}>
    {colour && <i className="chip-key" style={{ background: isOn ? `var(--${colour})` : undefined }} />}
    {children}
  </button>
);

interface ChartToolsProps {
  readonly chosen: ReadonlySet<Study>;
  onChosen(chosen: ReadonlySet<Study>): void;
  readonly isLog: boolean;
  onLog(isLog: boolean): void;
  /** null: this is the market that others are compared with. */
  readonly isCompared: boolean | null;
  onCompared(isCompared: boolean): void;
}

export function ChartTools({ chosen, onChosen, isLog, onLog, isCompared, onCompared }: ChartToolsProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className="chips candles-studies" role="group" aria-label={t('coin.indicators')}>
      {studyNames.map((study) => (
        <Toggle
          key={study}
          isOn={chosen.has(study)}
          colour={studies[study].colour}
          onPress={() => onChosen(new Set(studyNames.filter((name) => chosen.has(name) !== (name === study))))}
        >
          {studies[study].label}
        </Toggle>
      ))}
      {isCompared !== null && (
        <Toggle isOn={isCompared} colour={comparedColour} onPress={() => onCompared(!isCompared)}>
          {t('coin.compareBtc')}
        </Toggle>
      )}
      <Toggle isOn={isLog} onPress={() => onLog(!isLog)}>
        {t('coin.log')}
      </Toggle>
      <DrawnButton drawing="expand" label={t('coin.fullScreen')} onClick={() => void toggleFullScreen(box.current?.closest('figure'))} />
    </div>
  );
}

async function toggleFullScreen(chart: HTMLElement | null | undefined): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  // Where a browser has no full screen the chart stays where it is.
  await chart?.requestFullscreen?.().catch(() => {});
}

export function RangeButtons({ range, onRange }: { range: Range | null; onRange(range: Range): void }) {
  const t = useText();
  return (
    <div className="seg" role="group" aria-label={t('coin.range')}>
      {rangeNames.map((name) => (
        <button key={name} type="button" aria-pressed={name === range} onClick={() => onRange(name)}>
          {t(`coin.range.${name}`)}
        </button>
      ))}
    </div>
  );
}

/** What the user turned on stays while markets and intervals change. */
export function useChartTools() {
  const [chosen, setChosen] = useState<ReadonlySet<Study>>(new Set());
  const [isLog, setLog] = useState(false);
  const [isCompared, setCompared] = useState(false);
  return { chosen, onChosen: setChosen, isLog, onLog: setLog, isCompared, onCompared: setCompared };
}
