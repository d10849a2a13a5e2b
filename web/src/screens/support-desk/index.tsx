// support-desk: where the people of the operator answer the customer chat. Nothing of it is rendered on the server: it opens with
// the operator's token, which stays in this tab.
import { useState, useSyncExternalStore } from 'react';
import 'virtual:words/desk';
import { useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import '#styles/support.css';
import { Desk } from './desk.tsx';
import { forgetToken, keepToken, readToken } from './desk-token.ts';

const load = async () => {};
export const loader = pageLoader(load);
export const clientLoader = pageClientLoader(load);
export const shouldRevalidate = () => false;

const never = () => () => {};

export default function SupportDeskScreen() {
  const t = useText();
  const kept = useSyncExternalStore(never, readToken, () => null);
  const [given, setGiven] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const token = given ?? kept;

  if (token) {
    const shut = (why: string | null) => {
      forgetToken();
      setGiven('');
      setProblem(why);
    };
    return <Desk token={token} onShut={shut} />;
  }
  return (
    <TokenForm
      key={problem}
      title={t('desk.title')}
      problem={problem}
      onToken={(typed) => {
        keepToken(typed);
        setProblem(null);
        setGiven(typed);
      }}
    />
  );
}

function TokenForm({ title, problem, onToken }: { title: string; problem: string | null; onToken(token: string): void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  return (
    <form
      className="desk-door"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onToken(typed.trim());
      }}
    >
      <h1 className="text-20">{title}</h1>
      <p className="text-13 text-ink-2">{t('desk.about')}</p>
      <TextField
        label={t('desk.token')}
        type="password"
        autoComplete="off"
        value={typed}
        problem={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" kind="primary">
        {t('desk.enter')}
      </Button>
    </form>
  );
}
