import type { operatorCalls } from '@tidemark/contract/operators.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { useRef, useState } from 'react';
import { ask, useAnswer, useWork } from './api.ts';
import { ChangeTable } from './change-log.tsx';
import { Said } from './parts.tsx';
import { differences, SettingFields, valueOf } from './setting-fields.tsx';
import { words } from './words.ts';

type Setting = Output<(typeof operatorCalls)['operatorSettings']>['items'][number];
type Tried = Output<(typeof operatorCalls)['operatorTrySetting']>;

const order = Object.keys(words.settings);
/** One that has no words yet comes last. */
const placeOf = (key: string): number => (order.indexOf(key) + order.length + 1) % (order.length + 1);

/** What may stand in each is judged by the site, which says what is wrong. */
export function Settings() {
  const { answer, failure, again } = useAnswer('operatorSettings', {});
  const sorted = (answer?.items ?? []).toSorted((a, b) => placeOf(a.key) - placeOf(b.key));
  const groups = Map.groupBy(sorted, ({ key }) => words.settings[key]?.group ?? words.otherSettings);
  return (
    <>
      <Said said={failure === null ? null : { text: failure, isFailure: true }} />
      {[...groups].map(([group, items]) => (
        <section key={group} aria-label={group}>
          <p className="group">{group}</p>
          {items.map((setting) => (
            // Another value is another form: what was typed into the old one is gone.
            <SettingForm key={`${setting.key} ${setting.value}`} setting={setting} onChanged={again} />
          ))}
        </section>
      ))}
    </>
  );
}

function SettingForm({ setting: { key, value, usual, isSet }, onChanged }: { setting: Setting; onChanged(): Promise<void> }) {
  const { said, isBusy, run } = useWork();
  const [tried, setTried] = useState<Tried | null>(null);
  const [isHistory, setHistory] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { label = key, about = '' } = words.settings[key] ?? {};
  const typed = () => valueOf(form.current!, key, JSON.parse(usual));
  const set = (wanted: string | null) =>
    run(async () => {
      await ask('operatorSetSetting', { key, value: wanted });
      setTried(null);
      await onChanged();
      return words.saved;
    });
  return (
    <form
      ref={form}
      className="card"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void set(typed());
      }}
    >
      <h2>
        {label} <span className={isSet ? 'tag on' : 'tag'}>{isSet ? words.isSet : words.isUsual}</span>
      </h2>
      <p className="hint">
        {about} <code>{key}</code>
      </p>
      <SettingFields name={key} value={JSON.parse(value)} usual={JSON.parse(usual)} />
      <div className="buttons">
        <button className="primary" disabled={isBusy}>
          {words.save}
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            void run(async () => {
              setTried(null);
              const found = await ask('operatorTrySetting', { key, value: typed() });
              if (found.problem !== null) throw new Error(found.problem);
              setTried(found);
              return found.before === found.after ? words.noChange : '';
            })
          }
        >
          {words.preview}
        </button>
        {isSet && (
          <button type="button" disabled={isBusy} onClick={() => void set(null)}>
            {words.usual}
          </button>
        )}
        <button type="button" aria-expanded={isHistory} onClick={() => setHistory(!isHistory)}>
          {words.history}
        </button>
      </div>
      <Said said={said} />
      {tried && tried.before !== tried.after && <Preview {...tried} />}
      {isHistory && <ChangeTable action="setting" target={key} onUndone={onChanged} />}
    </form>
  );
}

function Preview({ before, after }: Pick<Tried, 'before' | 'after'>) {
  return (
    <div className="wide">
      <table aria-label={words.preview}>
        <thead>
          <tr>
            {[words.what, words.before, words.after].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences(before, after).map((row) => (
            <tr key={row.name}>
              <td>{row.name}</td>
              <td>
                <code>{row.before}</code>
              </td>
              <td>
                <code>{row.after}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
