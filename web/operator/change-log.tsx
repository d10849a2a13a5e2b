import { ask, useAnswer, useWork } from './api.ts';
import { Said } from './parts.tsx';
import { words } from './words.ts';

export function ChangeLog() {
  const { answer, failure, again } = useAnswer('operatorLog', {});
  const { said, isBusy, run } = useWork();
  return (
    <>
      <Said said={failure === null ? said : { text: failure, isFailure: true }} />
      <table>
        <thead>
          <tr>
            {[words.when, words.who, words.what, words.before, words.after, words.undo].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer?.items.map(({ id, at, who, action, target, before, after, undoneBy, canUndo }) => (
            <tr key={id}>
              <td>
                <time dateTime={new Date(at).toISOString()}>{new Date(at).toISOString().slice(0, 19).replace('T', ' ')}</time>
              </td>
              <td>{who}</td>
              <td>
                {action} {target}
              </td>
              <td>
                <code>{before}</code>
              </td>
              <td>
                <code>{after}</code>
              </td>
              <td>
                {undoneBy !== null && words.undone(undoneBy)}
                {canUndo && (
                  <button
                    disabled={isBusy}
                    onClick={() =>
                      void run(async () => {
                        await ask('operatorUndo', { id });
                        await again();
                        return words.takenBack;
                      })
                    }
                  >
                    {words.undo}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
