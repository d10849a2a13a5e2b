// Above the list: all of it is chosen here, and what is chosen is turned on, off or deleted together.
import { type AlertItem } from '@tidemark/contract/alerts.ts';
import { batchActions, type BatchAction } from '@tidemark/contract/alert-batches.ts';
import { useCondition } from '#features/alerts/condition.ts';
import { useText } from '#i18n/text.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { useBatch } from './use-batch.ts';

interface BatchBarProps {
  /** The rows that are shown; what is out of sight is never changed along. */
  readonly rows: readonly AlertItem[];
  readonly chosen: readonly AlertItem[];
  onChoose(ids: ReadonlySet<string>): void;
  onDone(ids: ReadonlySet<string>): void;
}

export function BatchBar({ rows, chosen, onChoose, onDone }: BatchBarProps) {
  const t = useText();
  const condition = useCondition();
  const { busy, refused, run, forget } = useBatch();
  const press = async (action: BatchAction) => {
    const ids = chosen.map(({ id }) => id);
    // What was refused stays chosen: it may go better at the next press.
    onDone(await run(action, ids));
  };
  const wordOf = { on: t('alerts.batch.turnOn'), off: t('alerts.batch.turnOff'), delete: t('alerts.deleteShort') };
  const isPartly = chosen.length > 0 && chosen.length < rows.length;
  return (
    <>
      <div className="batch-bar" data-on={chosen.length > 0 ? '' : undefined}>
        <label>
          <input
            type="checkbox"
            checked={rows.length > 0 && chosen.length === rows.length}
            ref={(box) => {
              if (box) box.indeterminate = isPartly;
            }}
            onChange={({ target }) => onChoose(new Set(target.checked ? rows.map(({ id }) => id) : []))}
          />
          {t('alerts.selectAll')}
        </label>
        {chosen.length > 0 && (
          <>
            <span className="text-ink-2" role="status">
              {t('alerts.selected', { count: chosen.length })}
            </span>
            <span className="batch-actions">
              {batchActions.map((action) => (
                <Button key={action} disabled={busy !== null} aria-busy={busy === action} onClick={() => void press(action)}>
                  {wordOf[action]}
                </Button>
              ))}
            </span>
          </>
        )}
      </div>
      {refused.length > 0 && (
        <div className="batch-refused" role="alert">
          <p className="font-semibold">{t('alerts.batch.refused', { count: refused.length })}</p>
          <ul>
            {refused.map(({ id, msg }) => {
              const alert = rows.find((row) => row.id === id);
              return (
                <li key={id}>
                  {alert && (
                    <b>
                      <bdi>{alert.symbolCodeDisplayName}</bdi> · {condition(alert)}
                    </b>
                  )}
                  <span>{msg}</span>
                </li>
              );
            })}
          </ul>
          <IconButton icon="close" label={t('action.close')} onClick={forget} />
        </div>
      )}
    </>
  );
}
