// What a frame shows when it has nothing to show: it is loading, it is empty, or something failed.
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A still bar of the final size. Width in px so that the words that follow do not move anything. */
export const Skeleton = ({ width }: { width: number }) => <span className="skel" style={{ inlineSize: width }} />;
export const SkeletonAvatar = () => <span className="skel skel-round" />;

export function Empty({ title, help, children }: { title: string; help?: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg
        width="72"
        height="32"
        viewBox="0 0 72 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M2 20c6-5 11-5 17 0s11 5 17 0 11-5 17 0 11 5 17 0" />
        <path d="M2 27h68" strokeDasharray="2 5" />
        <path d="M31 4h10l-5 7z" fill="currentColor" stroke="none" />
      </svg>
      <p className="text-14 font-semibold">{title}</p>
      {help && <p className="max-w-[44ch] text-13 text-ink-2">{help}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

export function Band({ kind, text, action }: { kind: 'warn' | 'error'; text: ReactNode; action?: { label: string; onClick(): void } }) {
  return (
    <div className={`band ${kind}`}>
      <Icon name="warn" />
      <span>{text}</span>
      {action && (
        <button type="button" className="text-btn" onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  );
}
