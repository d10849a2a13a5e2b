import { useId, type ReactNode } from 'react';

export function Switch({ label, help, isOn, onChange }: { label: ReactNode; help?: string; isOn: boolean; onChange(isOn: boolean): void }) {
  const id = useId();
  return (
    <div className="flex min-h-10 items-center justify-between gap-4">
      <span>
        <span id={id} className="text-14">
          {label}
        </span>
        {help && <span className="block text-12 text-ink-3">{help}</span>}
      </span>
      <button type="button" role="switch" className="switch" aria-labelledby={id} aria-checked={isOn} onClick={() => onChange(!isOn)} />
    </div>
  );
}
