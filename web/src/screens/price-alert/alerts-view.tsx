import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AlertItem } from '@tidemark/contract/alerts.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { filterStep, readFilter } from '#features/market-table/list-url.ts';
import { openAlertDialog } from '#features/alerts/open-alert-dialog.ts';
import { alertList, alertsChanged } from '#features/alerts/alert-queries.ts';
import { useDefaultPair } from '#features/alerts/use-default-pair.ts';
import { useText } from '#i18n/text.tsx';
import { FilterField } from '#market-list/filter-field.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { Button } from '#ui/button.tsx';
import { Band, Empty, Skeleton } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';
import { useOnDemand } from '#ui/use-on-demand.ts';
import { AlertRow } from './alert-row.tsx';
import { BatchBar } from './batch-bar.tsx';
import { alertGroups, isInGroup, readGroup, withChoice, type LineTab } from './choice.ts';
import { useSwitches } from './use-switches.ts';

const loadCopyDialog = () => import('./copy-dialog.tsx');

export function AlertsView({ line, tab }: { line: BusinessLine; tab: LineTab }) {
  const t = useText();
  const api = useApi();
  const [search, setSearch] = useSearchParams();
  const typed = readFilter(search);
  const group = readGroup(search);
  const { data, dataUpdatedAt, isError, refetch } = useQuery(alertList(api));
  const toast = useToast();
  const remove = useAlertRemoval();
  const { switchOf, turn } = useSwitches(dataUpdatedAt);
  const defaultPairOf = useDefaultPair();
  const ofLine = data?.items.filter((alert) => alert.businessLine === line) ?? [];
  const wanted = typed.trim().toUpperCase();
  const rows = ofLine.filter((alert) => isInGroup(group, alert.state) && alert.symbolCodeDisplayName.toUpperCase().includes(wanted));
  const [chosenIds, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [copyingId, setCopyingId] = useState<string | null>(null);
  // With the price of now, as long as it is open.
  const copying = ofLine.find(({ id }) => id === copyingId) ?? null;
  const stopCopying = () => setCopyingId(null);
  const part = useOnDemand(loadCopyDialog, copying !== null, () => {
    stopCopying();
    toast(t('writes.notSent'), 'error');
  });
  const chosen = rows.filter(({ id }) => chosenIds.has(id));
  const choose = (id: string, isChosen: boolean) =>
    setChosen((ids) => new Set(isChosen ? [...ids, id] : [...ids].filter((other) => other !== id)));
  const unchoose = (done: ReadonlySet<string>) => setChosen((ids) => new Set([...ids].filter((id) => !done.has(id))));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 py-3">
        <div className="flex max-tablet:w-full">
          <FilterField value={typed} label={t('alerts.filter')} onChange={(text) => setSearch(...filterStep(location.search, text))} />
        </div>
        <div className="chips" role="group" aria-label={t('alerts.groups')}>
          {alertGroups.map((name) => {
            const count = ofLine.filter((alert) => isInGroup(name, alert.state)).length;
            return (
              <button
                key={name}
                type="button"
                className="chip"
                aria-pressed={name === group}
                onClick={() => setSearch(withChoice(search, { group: name === 'all' ? undefined : name }), { preventScrollReset: true })}
              >
                {t(`alerts.group.${name}`, { count })}
              </button>
            );
          })}
        </div>
        <p className="ms-auto text-12 text-ink-3">
          {data && t(`alerts.lineOn.${tab}`, { used: data.open[tab], limit: data.limits.perLine })}
        </p>
      </div>
      {rows.length > 0 && <BatchBar rows={rows} chosen={chosen} onChoose={setChosen} onDone={unchoose} />}
      <div className="frame">
        {isError && !data ? (
          <Band kind="error" text={t('alerts.loadFailed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
        ) : data && rows.length === 0 ? (
          <Empty
            title={t(ofLine.length === 0 ? 'alerts.empty' : 'search.none')}
            help={ofLine.length === 0 ? t('alerts.empty.help') : undefined}
          >
            {ofLine.length === 0 && (
              <Button kind="primary" onClick={() => openAlertDialog({ mode: 'add', businessLine: line, symbolId: defaultPairOf(line) })}>
                {t('alerts.new')}
              </Button>
            )}
          </Empty>
        ) : (
          <table className="alert-table">
            <thead>
              <tr>
                <th scope="col" className="a-choose">
                  <span className="sr-only">{t('alerts.column.choose')}</span>
                </th>
                {(['pair', 'condition', 'distance', 'state', 'howOften', 'channels', 'on'] as const).map((column) => (
                  <th key={column} scope="col" className={`a-${column}`}>
                    {t(`alerts.column.${column}`)}
                  </th>
                ))}
                <th scope="col" className="a-act">
                  <span className="sr-only">{t('alerts.column.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {!data &&
                Array.from({ length: 4 }, (_, i) => (
                  <tr key={i}>
                    <td colSpan={9}>
                      <Skeleton width={280} />
                    </td>
                  </tr>
                ))}
              {rows.map((alert) => (
                <AlertRow
                  key={alert.id}
                  alert={alert}
                  isChosen={chosenIds.has(alert.id)}
                  isOn={switchOf(alert) === 1}
                  onChoose={(isChosen) => choose(alert.id, isChosen)}
                  onTurn={() => void turn(alert)}
                  onEdit={() => openAlertDialog({ mode: 'edit', alert })}
                  onCopy={alert.businessLine === businessLine.p2p ? null : () => setCopyingId(alert.id)}
                  onDelete={() => void remove(alert)}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {part && copying && <part.CopyDialog alert={copying} onClose={stopCopying} />}
    </>
  );
}

/** Says what came of it, and can be taken back. */
function useAlertRemoval() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const failureText = useWriteFailure();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast(failureText(error), 'error');
    }
    alertsChanged(queryClient);
  };
  return (alert: AlertItem) =>
    attempt(async () => {
      await api.call('deleteAlerts', { ids: [alert.id] });
      const undo = () =>
        void attempt(async () => {
          const { restored } = await api.call('restoreAlerts', { ids: [alert.id] });
          toast(t(restored > 0 ? 'alerts.restored' : 'alerts.notRestored'), restored > 0 ? 'done' : 'error');
        });
      toast(t('alerts.deleted', { pair: alert.symbolCodeDisplayName }), 'done', [{ label: t('alerts.undo'), onClick: undo }]);
    });
}
