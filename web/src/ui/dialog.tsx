import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  closeLabel: string;
  /** side: the whole height at the end. On phones every dialog is a sheet. A field in `.focus-first` has the focus at first. */
  place?: 'side';
  size?: 'wide';
  /** Stays until it is over: what comes of it is told in here. */
  isBusy?: boolean;
  children: ReactNode;
}

/** The native modal dialog: focus stays inside, Escape closes, focus goes back to where it was. */
export function Dialog({ isOpen, onClose, title, closeLabel, place, size, isBusy = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A press that began inside, such as one that selects text past the edge, is not meant for what it ends on.
  const isPressedOutside = useRef(false);
  useEffect(() => {
    if (!isOpen) return dialog.current?.close();
    dialog.current?.showModal();
    // By itself the browser takes the first button, which closes it. A field brings the keyboard up on phones, over half of the form: not
    // unasked.
    const field = dialog.current?.querySelector<HTMLElement>('.focus-first input');
    if (field) (matchMedia('(hover: hover)').matches ? field : dialog.current)?.focus();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`dialog ${place ?? size ?? ''}`}
      aria-labelledby={titleId}
      // React hands on what a dialog inside this one tells of itself.
      onCancel={(event) => event.target === event.currentTarget && isBusy && event.preventDefault()}
      onClose={(event) => {
        if (event.target !== event.currentTarget) return;
        // A browser closes it at the second Escape in a row, whatever the page says.
        if (isOpen && isBusy) event.currentTarget.showModal();
        else onClose();
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => event.target === event.currentTarget && isPressedOutside.current && !isBusy && onClose()}
    >
      {isOpen && (
        <>
          <div className="dialog-head">
            <h2 id={titleId} className="text-16">
              {title}
            </h2>
            <IconButton icon="close" label={closeLabel} disabled={isBusy} onClick={onClose} />
          </div>
          <div className="body">{children}</div>
        </>
      )}
    </dialog>
  );
}
