import { useEffect, useRef } from 'react';

/** The key that goes to the search from anywhere but a field. */
export function useSlashKey(onSlash: () => void) {
  const latest = useRef(onSlash);
  latest.current = onSlash;
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
