// The console of the operators: a bundle of its own, which no visitor loads.
import { errors } from '@tidemark/contract/errors.ts';
import { operatorOidcPaths, type OperatorArea, type operatorCalls } from '@tidemark/contract/operators.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ask, useAnswer, useWork, whenSignedOut } from './api.ts';
import { Applications } from './applications.tsx';
import { Banners } from './banners.tsx';
import { Chat } from './chat.tsx';
import { ChangeLog } from './change-log.tsx';
import { Field, Said, typedIn } from './parts.tsx';
import { People } from './people.tsx';
import { Settings } from './settings.tsx';
import { State } from './state.tsx';
import { Users } from './users.tsx';
import { words } from './words.ts';
import './console.css';

type Me = Output<(typeof operatorCalls)['operatorMe']>;
type Section = OperatorArea | 'log' | 'state';

const screens: Readonly<Record<Section, () => React.JSX.Element>> = {
  settings: Settings,
  banners: Banners,
  users: Users,
  chat: Chat,
  applications: Applications,
  people: People,
  log: ChangeLog,
  state: State,
};

function Console() {
  const [me, setMe] = useState<Me | null | undefined>(undefined);
  useEffect(() => {
    whenSignedOut(() => setMe(null));
    ask('operatorMe', {}).then(setMe, () => setMe(null));
  }, []);
  if (me === undefined) return null;
  return me === null ? <SignIn onSignedIn={setMe} /> : <Desk me={me} onSignedOut={() => setMe(null)} />;
}

/** What became of a sign-in through the provider, which sent the browser back here. */
const failedCode = new URLSearchParams(location.search).get('error');
const failedEntry =
  failedCode === null ? null : { text: failedCode === errors.notAllowed.code ? words.noRole : words.notVouched, isFailure: true };

function SignIn({ onSignedIn }: { onSignedIn(me: Me): void }) {
  const { said, isBusy, run } = useWork();
  const { answer: options } = useAnswer('operatorOptions', {});
  return (
    <main className="sign-in">
      <h1>{words.title}</h1>
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          const { name = '', password = '', code = '' } = typedIn(event.currentTarget);
          void run(async () => {
            onSignedIn(await ask('operatorSignIn', { name, password, code }));
            return '';
          });
        }}
      >
        <Field label={words.name}>
          <input name="name" autoComplete="username" required />
        </Field>
        <Field label={words.password}>
          <input name="password" type="password" autoComplete="current-password" required />
        </Field>
        <Field label={words.code}>
          <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
        </Field>
        <button className="primary" disabled={isBusy}>
          {words.signIn}
        </button>
        <Said said={said ?? failedEntry} />
      </form>
      {options?.oidc && (
        <a className="button" href={operatorOidcPaths.start}>
          {words.throughProvider}
        </a>
      )}
    </main>
  );
}

function Desk({ me, onSignedOut }: { me: Me; onSignedOut(): void }) {
  const sections: readonly Section[] = [...me.areas, 'log', 'state'];
  const [section, setSection] = useState<Section>(sections[0]!);
  const Screen = screens[section];
  return (
    <>
      <header>
        <b>{words.title}</b>
        <nav aria-label={words.sections}>
          {sections.map((one) => (
            <button key={one} aria-current={one === section ? 'page' : undefined} onClick={() => setSection(one)}>
              {words.areas[one]}
            </button>
          ))}
        </nav>
        <span>{words.signedInAs(me.name, me.role)}</span>
        <button onClick={() => void ask('operatorSignOut', {}).finally(onSignedOut)}>{words.signOut}</button>
      </header>
      <main>
        <h1>{words.areas[section]}</h1>
        <Screen />
      </main>
    </>
  );
}

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
