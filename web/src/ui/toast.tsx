import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Kind = 'done' | 'error';
interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: Kind;
}
type ShowToast = (text: string, kind?: Kind) => void;

const showForMs = 4_000;
const ToastContext = createContext<ShowToast>(() => {});
export const useToast = (): ShowToast => use(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);
  const show = useCallback<ShowToast>((text, kind = 'done') => {
    const toast = { id: nextId.current++, text, kind };
    // Several calls that fail for one reason say it once.
    setToasts((shown) => [...shown.filter((other) => other.text !== text), toast]);
    setTimeout(() => setToasts((shown) => shown.filter(({ id }) => id !== toast.id)), showForMs);
  }, []);

  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text, kind }) => (
          <div key={id} className={`toast ${kind}`}>
            <Icon name={kind === 'error' ? 'warn' : 'check'} />
            {text}
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
