import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { Band, Skeleton } from '#ui/states.tsx';

interface PartProps<Answer> {
  readonly title: string;
  readonly query: Pick<UseQueryResult<Answer>, 'data' | 'isError' | 'refetch'>;
  /** Said instead of the children when the answer has nothing to show. */
  readonly empty: string;
  isEmpty(answer: Answer): boolean;
  /** labelId: of the title, for a table below it. */
  children(answer: Answer, labelId: string): ReactNode;
}

/** A titled part of the page that shows the answer of one question, while it is on its way, when it is empty, and when it failed. */
export function Part<Answer>({ title, query: { data, isError, refetch }, empty, isEmpty, children }: PartProps<Answer>) {
  const t = useText();
  const id = useId();
  const isSimulated = useIsSimulated();
  return (
    <section aria-labelledby={id} aria-busy={data === undefined && !isError}>
      <h3 className="coin-title">
        <span id={id}>{title}</span>
        {isSimulated && <span className="tag warn ms-2">{t('simulated.short')}</span>}
      </h3>
      {data !== undefined ? (
        isEmpty(data) ? (
          <p className="text-13 text-ink-2">{empty}</p>
        ) : (
          children(data, id)
        )
      ) : isError ? (
        <div role="status">
          <Band kind="error" text={t('coin.dataFailed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
        </div>
      ) : (
        <p>
          <Skeleton width={280} />
        </p>
      )}
    </section>
  );
}
