import { operatorRoles, type OperatorAccess, type OperatorRole } from '@tidemark/contract/operators.ts';
import { useState } from 'react';
import { ask, useAnswer, useWork } from './api.ts';
import { Field, Moment, Said, typedIn } from './parts.tsx';
import { words } from './words.ts';

const roleOf = (text: string | undefined): OperatorRole => operatorRoles.find((role) => role === text) ?? 'support';

export function People() {
  const { answer, failure, again } = useAnswer('operatorPeople', {});
  const { said, isBusy, run } = useWork();
  const [made, setMade] = useState<OperatorAccess | null>(null);
  const change = (id: string, role: OperatorRole, isDisabled: boolean) =>
    run(async () => {
      await ask('operatorChangePerson', { id, role, isDisabled });
      await again();
      return words.changed;
    });
  return (
    <>
      <Said said={failure === null ? said : { text: failure, isFailure: true }} />
      <form
        className="card row"
        onSubmit={(event) => {
          event.preventDefault();
          const { name = '', role } = typedIn(event.currentTarget);
          void run(async () => {
            setMade(await ask('operatorAddPerson', { name, role: roleOf(role) }));
            await again();
            return words.changed;
          });
        }}
      >
        <Field label={words.name}>
          <input name="name" required />
        </Field>
        <Field label={words.role}>
          <select name="role" defaultValue="support">
            {operatorRoles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </Field>
        <button className="primary" disabled={isBusy}>
          {words.add}
        </button>
      </form>
      {made && (
        <div className="card">
          <p>{words.shownOnce}</p>
          <p>
            {words.password} <code>{made.password}</code>
          </p>
          <p>
            {words.code} <code>{made.link}</code>
          </p>
        </div>
      )}
      <ul>
        {answer?.items.map(({ id, name, role, isDisabled, lastSeenAt }) => (
          <li key={id} className="card row">
            <b>{name}</b> {isDisabled && <span className="tag wrong">{words.isOut}</span>}
            {lastSeenAt !== null && (
              <small>
                {words.lastSeen} <Moment at={lastSeenAt} />
              </small>
            )}
            <select
              aria-label={words.role}
              value={role}
              disabled={isBusy}
              onChange={(event) => void change(id, roleOf(event.target.value), isDisabled)}
            >
              {operatorRoles.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
            <button disabled={isBusy} onClick={() => void change(id, role, !isDisabled)}>
              {isDisabled ? words.letIn : words.letOut}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
