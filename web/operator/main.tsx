// The console of the people who run the site: a bundle of its own, which no visitor loads.
import type { OperatorArea, operatorCalls } from '@tidemark/contract/operators.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ask, useWork, whenSignedOut } from './api.ts';
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

function SignIn({ onSignedIn }: { onSignedIn(me: Me): void }) {
  const { said, isBusy, run } = useWork();
  return (
    <main className="sign-in">
      <h1>{words.title}</h1>
      <form
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
        <button disabled={isBusy}>{words.signIn}</button>
        <Said said={said} />
      </form>
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
