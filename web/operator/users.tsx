import type { operatorCalls } from '@tidemark/contract/operators.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { useState } from 'react';
import { ask, useWork } from './api.ts';
import { Field, Moment, Said, typedIn } from './parts.tsx';
import { words } from './words.ts';

type User = Output<(typeof operatorCalls)['operatorFreezeUser']>;

export function Users() {
  const [user, setUser] = useState<User | null>(null);
  const { said, isBusy, run } = useWork();
  return (
    <>
      <form
        className="card row"
        onSubmit={(event) => {
          event.preventDefault();
          const { query = '' } = typedIn(event.currentTarget);
          void run(async () => {
            const [found] = (await ask('operatorFindUser', { query })).items;
            setUser(found ?? null);
            return found ? '' : words.nobody;
          });
        }}
      >
        <Field label={words.query}>
          <input name="query" required />
        </Field>
        <button className="primary" disabled={isBusy}>
          {words.find}
        </button>
      </form>
      <Said said={said} />
      {user && (
        <div className="card row">
          <b>{user.number}</b> <span>{user.email}</span>{' '}
          <span className={user.isFrozen ? 'tag wrong' : 'tag on'}>{user.isFrozen ? words.frozen : words.open}</span>
          <small>
            {words.registered} <Moment at={user.registeredAt} />
          </small>
          <button
            disabled={isBusy}
            onClick={() =>
              void run(async () => {
                const changed = await ask('operatorFreezeUser', { number: user.number, isFrozen: !user.isFrozen });
                setUser(changed);
                return changed.isFrozen ? words.isFrozen : words.isOpen;
              })
            }
          >
            {user.isFrozen ? words.unfreeze : words.freeze}
          </button>
          <button
            disabled={isBusy}
            onClick={() => void run(async () => words.sessionsEnded((await ask('operatorEndSessions', { number: user.number })).ended))}
          >
            {words.endSessions}
          </button>
        </div>
      )}
    </>
  );
}
