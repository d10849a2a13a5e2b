import { ask, useAnswer, useWork } from './api.ts';
import { Moment, Said } from './parts.tsx';
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
      {answer?.items.map(({ receipt, receivedAt, applicantName, applicantTitle, introduction, strategy, userId, images, decision }) => (
        <article key={receipt} className="card" aria-label={receipt}>
          <h2>
            {applicantName} <small>{applicantTitle}</small> <span className="tag">{words[decision ?? 'undecided']}</span>
          </h2>
          <p className="hint">
            <code>{receipt}</code> <Moment at={receivedAt} /> {userId} {images > 0 && words.pictures(images)}
          </p>
          <p>{introduction}</p>
          <p>{strategy}</p>
          <div className="buttons">
            <button className="primary" disabled={isBusy || decision === 'accepted'} onClick={() => void decide(receipt, 'accepted')}>
              {words.accept}
            </button>
            <button disabled={isBusy || decision === 'declined'} onClick={() => void decide(receipt, 'declined')}>
              {words.decline}
            </button>
          </div>
        </article>
      ))}
    </>
  );
}
