import type { AuditEntry } from '@tidemark/contract/operators.ts';
import { useState } from 'react';
import { ask, useAnswer, useWork } from './api.ts';
import { Moment, Said } from './parts.tsx';
import { words } from './words.ts';

export const ChangeLog = () => <ChangeTable />;

/** action and target: of one thing alone. */
export function ChangeTable({ action, target, onUndone }: { action?: string; target?: string; onUndone?(): Promise<void> }) {
  const about = action === undefined || target === undefined ? {} : { action, target };
  const { answer, failure, again } = useAnswer('operatorLog', about);
  const [older, setOlder] = useState<readonly AuditEntry[]>([]);
  const [isWhole, setWhole] = useState(false);
  const { said, isBusy, run } = useWork();
  const shown = [...(answer?.items ?? []), ...older];
  const undo = (id: string) =>
    run(async () => {
      await ask('operatorUndo', { id });
      setOlder([]);
      setWhole(false);
      await Promise.all([again(), onUndone?.()]);
      return words.takenBack;
    });
  const readOn = () =>
    run(async () => {
      const { items } = await ask('operatorLog', { ...about, before: shown.at(-1)!.id });
      setOlder([...older, ...items]);
      setWhole(items.length === 0);
      return '';
    });
  return (
    <>
      <Said said={failure === null ? said : { text: failure, isFailure: true }} />
      <div className="wide">
        <table aria-label={words.areas.log}>
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
            {shown.map(({ id, at, who, action: done, target: of, before, after, undoneBy, canUndo }) => (
              <tr key={id}>
                <td>
                  <Moment at={at} />
                </td>
                <td>{who}</td>
                <td>
                  {done} {of}
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
                    <button type="button" disabled={isBusy} onClick={() => void undo(id)}>
                      {words.undo}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {answer && shown.length === 0 && <p className="hint">{words.nothing}</p>}
      {shown.length > 0 && !isWhole && (
        <button type="button" disabled={isBusy} onClick={() => void readOn()}>
          {words.older}
        </button>
      )}
    </>
  );
}
