import { useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { Icon } from '#ui/icon.tsx';

const settleMs = 120;

/** Text that ends up in the address. The field is its own master while it has the focus; else, and on going back, the address is. */
export function FilterField({ value, label, onChange }: { value: string; label: string; onChange(text: string): void }) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cause: string = useNavigationType();
  useEffect(() => {
    // The first page is a POP as well, and what was typed into it before it came alive stays.
    if (cause === 'POP' && timer.current) clearTimeout(timer.current);
    else if (document.activeElement === input.current) return;
    setText(value);
  }, [value, cause]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <label className="field ms-auto w-55 max-tablet:w-0 max-tablet:flex-1">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange(target.value), settleMs);
        }}
      />
    </label>
  );
}
