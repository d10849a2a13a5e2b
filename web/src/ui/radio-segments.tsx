import { useId } from 'react';

interface RadioSegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: NoInfer<T>; readonly label: string }[];
  readonly value: T;
  onChange(value: NoInfer<T>): void;
  /** Without a line of its own for the label: it is said, not shown. */
  readonly isInline?: boolean;
}

/** One of a few. */
export function RadioSegments<T extends string>({ label, options, value, onChange, isInline }: RadioSegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={isInline ? 'sr-only' : 'mb-1.5 text-12 text-ink-2'}>{label}</legend>
      <div className={isInline ? 'seg' : 'seg w-full *:flex-1'}>
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" className="sr-only" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
