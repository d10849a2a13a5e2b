import type { operatorFigures } from '@tidemark/contract/operators.ts';
import { useEffect } from 'react';
import { useAnswer } from './api.ts';
import { Moment, Said } from './parts.tsx';
import { words } from './words.ts';

type Figure = (typeof operatorFigures)[number];

const everyMs = 5_000;
const seconds = (value: number) =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(value);
const count = (value: number) => new Intl.NumberFormat(undefined).format(value);
const megabytes = (value: number) =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }).format(value / 1e6);

const shown: Readonly<Record<Figure, (value: number) => string>> = {
  priceAge: seconds,
  isFeed: (value) => (value > 0 ? words.yes : words.no),
  judgeLag: seconds,
  unjudged: count,
  waitingNotices: count,
  sockets: count,
  backupAge: seconds,
  eventLoopLag: (value) =>
    new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 }).format(value * 1000),
  memoryBytes: megabytes,
};

export function State() {
  const { answer, failure, again } = useAnswer('operatorState', {});
  useEffect(() => {
    const timer = setInterval(() => void again(), everyMs);
    return () => clearInterval(timer);
  }, [again]);
  return (
    <>
      <Said said={failure === null ? null : { text: failure, isFailure: true }} />
      {answer && (
        <>
          <p className="hint">
            {words.process(answer.version, answer.roles.join(', '))} <Moment at={answer.startedAt} />
          </p>
          <ul className="row">
            {Object.entries(answer.parts).map(([part, isWell]) => (
              <li key={part} className={isWell ? 'tag on' : 'tag wrong'}>
                {part} <b>{isWell ? words.ready : words.notReady}</b>
              </li>
            ))}
          </ul>
          <p className="group">{words.figuresHead}</p>
          <ul className="figures">
            {answer.figures.map(({ name, value }) => (
              <li key={name}>
                {words.figures[name]} <b>{shown[name](value)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
