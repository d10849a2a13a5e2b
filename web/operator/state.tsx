import { useAnswer } from './api.ts';
import { Said } from './parts.tsx';
import { words } from './words.ts';

export function State() {
  const { answer, failure } = useAnswer('operatorState', {});
  return (
    <>
      <Said said={failure === null ? null : { text: failure, isFailure: true }} />
      {answer && (
        <ul>
          {Object.entries(answer.parts).map(([part, isWell]) => (
            <li key={part}>
              {part} <b>{isWell ? words.ready : words.notReady}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
