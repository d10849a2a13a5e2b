import { useState, type DragEvent } from 'react';

interface DropZoneProps {
  readonly prompt: string;
  /** Kinds of files that are offered. */
  readonly accept: string;
  readonly fileLabel: string;
  onFile(file: File): void;
  readonly pasteLabel: string;
  readonly example: string;
  readonly maxLength?: number;
  readonly text: string;
  onText(text: string): void;
}

/** Where lines come from: a file that is dropped or chosen, or what is pasted or typed. */
export function DropZone({ prompt, accept, fileLabel, onFile, pasteLabel, example, maxLength, text, onText }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => file && onFile(file);
  const hover = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  const drop = (event: DragEvent) => {
    hover(false)(event);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div className={isOver ? 'drop-zone is-over' : 'drop-zone'} onDragOver={hover(true)} onDragLeave={hover(false)} onDrop={drop}>
      <p>{prompt}</p>
      <input
        type="file"
        accept={accept}
        aria-label={fileLabel}
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file can be chosen again after it was mended.
          target.value = '';
        }}
      />
      <textarea
        className="textarea"
        rows={4}
        aria-label={pasteLabel}
        placeholder={example}
        spellCheck={false}
        maxLength={maxLength}
        dir="ltr"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  );
}
