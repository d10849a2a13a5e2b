import { useId } from 'react';

interface RadioSegmentsProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange(value: T): void;
}

export function RadioSegments<T extends string>({ label, options, value, onChange }: RadioSegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-12 text-ink-2">{label}</legend>
      <div className="seg w-full *:flex-1">
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
