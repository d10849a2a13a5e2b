// Shown in place of an answer that did not come.
import { isLacking } from '#api/api-error.ts';
import { useText } from '#i18n/text.tsx';
import { Band } from '#ui/states.tsx';

/** What the source of the site does not have is said in the server's words: asking again would not help. */
export function FailedBand({ error, text, onRetry }: { error: unknown; text: string; onRetry(): void }) {
  const t = useText();
  return isLacking(error) ? (
    <Band kind="warn" text={error.message} />
  ) : (
    <Band kind="error" text={text} action={{ label: t('action.retry'), onClick: onRetry }} />
  );
}
