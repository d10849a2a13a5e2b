// The calls of the console. A session that is over is told to the part that shows the form for a new one.
import { errors } from '@tidemark/contract/errors.ts';
import { operatorCalls, operatorPrefix } from '@tidemark/contract/operators.ts';
import { successCodes, type Envelope, type InputToSend, type Output } from '@tidemark/contract/wire.ts';
import { useCallback, useEffect, useState } from 'react';
import { words } from './words.ts';

type Calls = typeof operatorCalls;
export type CallName = keyof Calls;

/** What the console says in words of its own. */
const said: Readonly<Record<string, string>> = { [errors.wrongCredentials.code]: words.wrong, [errors.notAllowed.code]: words.mayNot };

let onSignedOut = () => {};
export const whenSignedOut = (listener: () => void): void => void (onSignedOut = listener);

export async function ask<N extends CallName>(name: N, input: InputToSend<Calls[N]>): Promise<Output<Calls[N]>> {
  const { path, method } = operatorCalls[name];
  const response = await fetch(operatorPrefix + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).catch(() => null);
  if (!response) throw new Error(words.unreachable);
  const { code, msg, data } = (await response.json()) as Envelope;
  if ((successCodes as readonly string[]).includes(code)) return data as Output<Calls[N]>;
  if (code === errors.sessionExpired.code) onSignedOut();
  throw new Error(said[code] ?? msg);
}

/** What a call answers, read anew by `again`. */
export function useAnswer<N extends CallName>(name: N, input: InputToSend<Calls[N]>) {
  const [answer, setAnswer] = useState<Output<Calls[N]> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const sent = JSON.stringify(input);
  const again = useCallback(
    () =>
      ask(name, JSON.parse(sent) as InputToSend<Calls[N]>).then(
        (data) => {
          setAnswer(data);
          setFailure(null);
        },
        (error: unknown) => setFailure((error as Error).message),
      ),
    [name, sent],
  );
  useEffect(() => void again(), [again]);
  return { answer, failure, again };
}

/** One piece of work at a time, and what became of it in words. */
export function useWork() {
  const [said, setSaid] = useState<{ readonly text: string; readonly isFailure: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    // What the last press ended in would be taken for the end of this one.
    setSaid(null);
    try {
      setSaid({ text: await work(), isFailure: false });
    } catch (error) {
      setSaid({ text: (error as Error).message, isFailure: true });
    } finally {
      setBusy(false);
    }
  };
  return { said, isBusy, run };
}
