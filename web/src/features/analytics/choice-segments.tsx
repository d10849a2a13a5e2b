import { useId } from 'react';

interface ChoiceSegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: NoInfer<T>; readonly label: string }[];
  readonly value: T;
  onChange(value: NoInfer<T>): void;
}

/** One of a few, without a line of its own for the label: it is said, not shown. */
export function ChoiceSegments<T extends string>({ label, options, value, onChange }: ChoiceSegmentsProps<T>) {
  const name = useId();
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" className="sr-only" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  );
}
