import { Icon } from '#ui/icon.tsx';

/** Always in the page, so that a screen reader says it when it is filled. */
export function FormFailure({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <p className="note error">
          <Icon name="warn" />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
