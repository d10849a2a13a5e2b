// A menu on the native popover: the browser gives the top layer, light dismiss, Escape and the way back to the button.
// Added here: arrow keys, Home, End, first letters, and content that exists only while open.
import { createContext, use, useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

const CloseMenu = createContext<() => void>(() => {});

interface MenuProps {
  label: string;
  button: ReactNode;
  buttonClass: string;
  startsOpen?: boolean;
  children: ReactNode;
}

export function Menu({ label, button, buttonClass, startsOpen = false, children }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => {
    panel.current?.hidePopover();
    opener.current?.focus();
  }, []);

  useEffect(() => {
    if (startsOpen) panel.current?.showPopover();
  }, [startsOpen]);

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={buttonClass}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          panel.current?.showPopover();
        }}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className="pop"
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return;
          placeBelow(event.currentTarget, opener.current!);
          flushSync(() => setOpen(true));
        }}
        onToggle={(event) => {
          if (event.newState === 'open') focusFirst(event.currentTarget);
          else setOpen(false);
        }}
        onKeyDown={moveByKey}
      >
        {isOpen && <CloseMenu value={close}>{children}</CloseMenu>}
      </div>
    </>
  );
}

export function MenuGroup({ label, children, className = '' }: { label: string; children: ReactNode; className?: string }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={className}>
      <div id={id} className="menu-label">
        {label}
      </div>
      {children}
    </div>
  );
}

interface ItemProps {
  kind: 'radio' | 'checkbox';
  isChecked: boolean;
  onSelect(): void;
  children: ReactNode;
  lang?: string;
  /** A switch stays open so that its effect can be seen. */
  staysOpen?: boolean;
}

export function MenuItem({ kind, isChecked, onSelect, children, lang, staysOpen }: ItemProps) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      role={`menuitem${kind}`}
      aria-checked={isChecked}
      tabIndex={-1}
      className="menu-item"
      lang={lang}
      onClick={() => {
        if (!staysOpen) close();
        onSelect();
      }}
    >
      <Icon name="check" />
      {children}
    </button>
  );
}

export function MenuAction({ onSelect, children }: { onSelect(): void; children: ReactNode }) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      onClick={() => {
        close();
        onSelect();
      }}
    >
      {children}
    </button>
  );
}

export function MenuLink({ to, isHere, children }: { to: string; isHere?: boolean; children: ReactNode }) {
  const close = use(CloseMenu);
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className="menu-item" aria-current={isHere ? 'page' : undefined} onClick={close}>
      {children}
    </Link>
  );
}

function placeBelow(panel: HTMLElement, anchor: HTMLElement) {
  const { bottom, left, right } = anchor.getBoundingClientRect();
  const isRtl = getComputedStyle(anchor).direction === 'rtl';
  panel.style.setProperty('--pop-top', `${bottom + 4}px`);
  panel.style.insetBlockStart = `${bottom + 4}px`;
  panel.style.insetInlineEnd = `${Math.max(8, isRtl ? left : document.documentElement.clientWidth - right)}px`;
}

const itemsOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

function focusFirst(panel: HTMLElement) {
  const items = itemsOf(panel);
  (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
}

function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const panel = event.currentTarget;
  const items = itemsOf(panel);
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Tab') return panel.hidePopover();
  const next =
    event.key === 'ArrowDown'
      ? items[(at + 1) % items.length]
      : event.key === 'ArrowUp'
        ? items.at(at <= 0 ? -1 : at - 1)
        : event.key === 'Home'
          ? items[0]
          : event.key === 'End'
            ? items.at(-1)
            : event.key.length === 1 && event.key !== ' '
              ? nextByLetter(items, at, event.key)
              : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const nextByLetter = (items: HTMLElement[], at: number, letter: string) =>
  [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()),
  );
