import { ask, useAnswer, useWork } from './api.ts';
import { Said, typedIn } from './parts.tsx';
import { words } from './words.ts';

/** Each as JSON: what may stand in it is judged by the site, which says what is wrong. */
export function Settings() {
  const { answer, failure, again } = useAnswer('operatorSettings', {});
  const { said, isBusy, run } = useWork();
  const set = (key: string, value: string | null) =>
    run(async () => {
      await ask('operatorSetSetting', { key, value });
      await again();
      return words.saved;
    });
  return (
    <>
      <Said said={failure === null ? said : { text: failure, isFailure: true }} />
      {answer?.items.map(({ key, value, isSet }) => (
        <form
          // Another value is another form: what was typed into the old one is gone.
          key={`${key} ${value}`}
          className="card"
          aria-label={key}
          onSubmit={(event) => {
            event.preventDefault();
            void set(key, typedIn(event.currentTarget)['value'] ?? '');
          }}
        >
          <h2>
            {key} <small>{isSet ? words.isSet : words.isUsual}</small>
          </h2>
          <textarea name="value" aria-label={key} rows={Math.min(12, 2 + Math.floor(value.length / 90))} defaultValue={value} />
          <button disabled={isBusy}>{words.save}</button>
          {isSet && (
            <button type="button" disabled={isBusy} onClick={() => void set(key, null)}>
              {words.usual}
            </button>
          )}
        </form>
      ))}
    </>
  );
}
