import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Kind = 'done' | 'error';
export interface ToastAction {
  readonly label: string;
  onClick(): void;
}
interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: Kind;
  readonly actions: readonly ToastAction[];
}
/** null: there is nothing to say; a caller that looks up a text may get none. */
type ShowToast = (text: string | null, kind?: Kind, actions?: readonly ToastAction[]) => void;

const showForMs = 4_000;
/** Long enough to read it, find the button and press it. */
const actForMs = 9_000;
const ToastContext = createContext<ShowToast>(() => {});
export const useToast = (): ShowToast => use(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);
  const drop = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback<ShowToast>(
    (text, kind = 'done', actions = []) => {
      if (text === null) return;
      const toast = { id: nextId.current++, text, kind, actions };
      // Several calls that fail for one reason say it once.
      setToasts((shown) => [...shown.filter((other) => other.text !== text), toast]);
      setTimeout(() => drop(toast.id), actions.length > 0 ? actForMs : showForMs);
    },
    [drop],
  );

  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text, kind, actions }) => (
          <div key={id} className={`toast ${kind}`}>
            <Icon name={kind === 'error' ? 'warn' : 'check'} />
            {text}
            {actions.map(({ label, onClick }) => (
              <button
                key={label}
                type="button"
                className="text-btn"
                onClick={() => {
                  drop(id);
                  onClick();
                }}
              >
                {label}
              </button>
            ))}
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
