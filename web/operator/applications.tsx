import { ask, useAnswer, useWork } from './api.ts';
import { Said } from './parts.tsx';
import { words } from './words.ts';

export function Applications() {
  const { answer, failure, again } = useAnswer('operatorApplications', {});
  const { said, isBusy, run } = useWork();
  const decide = (receipt: string, decision: 'accepted' | 'declined') =>
    run(async () => {
      await ask('operatorDecide', { receipt, decision });
      await again();
      return words.decided;
    });
  return (
    <>
      <Said said={failure === null ? said : { text: failure, isFailure: true }} />
      {answer?.items.length === 0 && <p>{words.nothing}</p>}
      {answer?.items.map(({ receipt, applicantName, applicantTitle, introduction, strategy, decision }) => (
        <article key={receipt} className="card" aria-label={receipt}>
          <h2>
            {applicantName} <small>{applicantTitle}</small> <small>{words[decision ?? 'undecided']}</small>
          </h2>
          <p>{introduction}</p>
          <p>{strategy}</p>
          <button disabled={isBusy || decision === 'accepted'} onClick={() => void decide(receipt, 'accepted')}>
            {words.accept}
          </button>
          <button disabled={isBusy || decision === 'declined'} onClick={() => void decide(receipt, 'declined')}>
            {words.decline}
          </button>
        </article>
      ))}
    </>
  );
}
