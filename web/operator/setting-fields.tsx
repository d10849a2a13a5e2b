// The fields of a setting by the shape of what is usual: a switch, switches, numbers and texts, a list by lines; else JSON.
import { Field } from './parts.tsx';
import { words } from './words.ts';

type Plain = string | number | boolean | null | readonly number[];
type Fields = Readonly<Record<string, Plain>>;

const isNumbers = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every((one) => typeof one === 'number');
const isPlain = (value: unknown): value is Plain =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || (isNumbers(value) && value.length > 0);
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isPlain);
const isLines = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
/** A list that is usually empty has no shape of its own. */
const lines: readonly string[] = ['closedCountries', 'hiddenLanguages'];

const labelOf = (name: string): string =>
  words.fields[name] ?? name.replace(/[A-Z0-9]+/g, (part) => ` ${part.toLowerCase()}`).replace(/^./, (first) => first.toUpperCase());
const written = (value: Plain): string => (isNumbers(value) ? value.join(', ') : String(value ?? ''));

export function SettingFields({ name, value, usual }: { name: string; value: unknown; usual: unknown }) {
  if (isFields(usual))
    return (
      <fieldset className="fields">
        {Object.entries({ ...usual, ...(value as Fields) }).map(([key, own]) =>
          typeof own === 'boolean' ? (
            <Switch key={key} name={key} label={labelOf(key)} isOn={own} />
          ) : (
            <Field key={key} label={labelOf(key)}>
              <input name={key} defaultValue={written(own)} placeholder={written(usual[key] ?? null)} />
            </Field>
          ),
        )}
      </fieldset>
    );
  if (typeof usual === 'boolean') return <Switch name="value" label={words.isOn} isOn={value === true} />;
  if (usual === null)
    return (
      <Field label={words.valueOrNothing}>
        <input name="value" defaultValue={written(value as Plain)} />
      </Field>
    );
  const isByLine = isLines(usual) || lines.includes(name);
  const text = isByLine ? (value as readonly string[]).join('\n') : JSON.stringify(value, null, 2);
  return (
    <Field label={isByLine ? words.oneByLine : words.asJson}>
      <textarea name="value" rows={Math.min(16, 1 + text.split('\n').length)} defaultValue={text} spellCheck={false} />
    </Field>
  );
}

function Switch({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isOn} /> {label}
    </label>
  );
}

/** What was typed, as JSON; of fields only those that are not as usual. null: everything is as usual. */
export function valueOf(form: HTMLFormElement, name: string, usual: unknown): string | null {
  const typed = new FormData(form);
  const textOf = (key: string) => {
    const text = typed.get(key);
    return typeof text === 'string' ? text.trim() : '';
  };
  const read = (key: string, like: Plain): unknown => {
    if (typeof like === 'boolean') return typed.has(key);
    const text = textOf(key);
    if (isNumbers(like)) return text.split(',').map((part) => numberOf(part.trim()));
    return text === '' ? null : typeof like === 'number' ? numberOf(text) : text;
  };
  if (isFields(usual)) {
    const changed = Object.entries(usual)
      .map(([key, like]) => [key, read(key, like)] as const)
      .filter(([key, own]) => JSON.stringify(own) !== JSON.stringify(usual[key]));
    return changed.length === 0 ? null : JSON.stringify(Object.fromEntries(changed));
  }
  const isByLine = isLines(usual) || lines.includes(name);
  const value =
    usual === null || typeof usual === 'boolean'
      ? JSON.stringify(read('value', usual))
      : isByLine
        ? JSON.stringify(
            textOf('value')
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
          )
        : textOf('value');
  return value === JSON.stringify(usual) ? null : value;
}

/** What is no number is sent as it was typed: the site says what is wrong with it. */
const numberOf = (text: string): number | string => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : text);

/** Where two values differ, field by field. */
export function differences(before: string, after: string): { name: string; before: string; after: string }[] {
  const [found, wanted] = [JSON.parse(before), JSON.parse(after)] as [unknown, unknown];
  if (!isObject(found) || !isObject(wanted)) return before === after ? [] : [{ name: '', before, after }];
  return [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
    .map((name) => ({ name, before: JSON.stringify(found[name]) ?? '', after: JSON.stringify(wanted[name]) ?? '' }))
    .filter((row) => row.before !== row.after);
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
