// An alert for other pairs: chosen by search, each shown as it will stand, made by the way of the import and told pair by pair.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportedLine } from '@tidemark/contract/alert-batches.ts';
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { useRef, useState } from 'react';
import { callQuery } from '#api/queries.ts';
import { randomId } from '#api/random-id.ts';
import { useApi } from '#api/use-api.tsx';
import { priceFor, type AlertPair } from '#features/alerts/alert-form.ts';
import { alertsChanged } from '#features/alerts/alert-queries.ts';
import { useCondition } from '#features/alerts/condition.ts';
import { pairPrice } from '#features/alerts/pair-price.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { copyTo, lineOf, type Copied } from './copied-alert.ts';

const lines = ['spot', 'futures'] as const;
type LineKey = (typeof lines)[number];
const shownAtMost = 30;

interface Chosen {
  readonly pair: AlertPair;
  /** As it was shown when it was chosen: the price may move before it is sent. */
  readonly copied: Copied;
}

export function CopyDialog({ alert, onClose }: { readonly alert: AlertItem; onClose(): void }) {
  const t = useText();
  const copying = useCopying(alert, onClose);
  return (
    <Dialog isOpen onClose={onClose} title={t('alerts.copy.title')} closeLabel={t('action.close')} isBusy={copying.isBusy}>
      <Copy alert={alert} copying={copying} onClose={onClose} />
    </Dialog>
  );
}

interface CopyProps {
  readonly alert: AlertItem;
  readonly copying: ReturnType<typeof useCopying>;
  onClose(): void;
}

function Copy({ alert, copying: { report, failure, isBusy, send }, onClose }: CopyProps) {
  const t = useText();
  const condition = useCondition();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const isChosen = (pair: AlertPair) => chosen.some((one) => one.pair.symbolId === pair.symbolId);
  const turn = (one: Chosen) =>
    setChosen(isChosen(one.pair) ? chosen.filter(({ pair }) => pair.symbolId !== one.pair.symbolId) : [...chosen, one]);
  return (
    <div className="grid gap-4">
      <p className="text-13">
        <b>{alert.symbolCodeDisplayName}</b> · {condition(alert)}
      </p>
      <p className="text-13 text-ink-2">{t('alerts.copy.help')}</p>
      {report === null ? (
        // What is chosen is what is sent.
        <div className="grid gap-4" inert={isBusy}>
          <Search alert={alert} isChosen={isChosen} onTurn={turn} />
          {chosen.length > 0 && (
            <ul className="copy-pairs" aria-label={t('alerts.selected', { count: chosen.length })}>
              {chosen.map((one) => (
                <PairRow key={one.pair.symbolId} one={one} isChosen onTurn={() => turn(one)} />
              ))}
            </ul>
          )}
        </div>
      ) : (
        <Report {...report} />
      )}
      <p role="alert" className="text-13 text-danger empty:hidden">
        {failure}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={isBusy} onClick={onClose}>
          {t(report ? 'action.close' : 'alerts.cancel')}
        </Button>
        {report === null && (
          <Button kind="primary" disabled={chosen.length === 0 || isBusy} aria-busy={isBusy} onClick={() => void send(chosen)}>
            {t('alerts.copyShort')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface CopyReport {
  readonly items: readonly ImportedLine[];
  /** What the lines are about. */
  readonly sent: readonly Chosen[];
}

function useCopying(alert: AlertItem, onClose: () => void) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const failureText = useWriteFailure();
  const [report, setReport] = useState<CopyReport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // A second press after an answer that was lost is the same import.
  const importKey = useRef(randomId());
  const send = async (sent: readonly Chosen[]) => {
    setBusy(true);
    setFailure(null);
    try {
      const content = JSON.stringify(sent.map(({ pair, copied }) => lineOf(alert, pair, copied)));
      const { items, made, refused } = await api.call('importAlerts', { format: 'json', content, importKey: importKey.current });
      toast(t('alerts.file.made', { count: made }));
      if (refused === 0) onClose();
      else setReport({ items, sent });
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
      alertsChanged(queryClient);
    }
  };
  return { report, failure, isBusy, send };
}

interface SearchProps {
  readonly alert: AlertItem;
  isChosen(pair: AlertPair): boolean;
  onTurn(one: Chosen): void;
}

function Search({ alert, isChosen, onTurn }: SearchProps) {
  const t = useText();
  const api = useApi();
  const [line, setLine] = useState<LineKey>(alert.businessLine === businessLine.futures ? 'futures' : 'spot');
  const [typed, setTyped] = useState('');
  const keyword = typed.trim();
  const { data, isError, isFetching } = useQuery({
    ...callQuery(api, 'alertExchangeSetting', { businessLine: businessLine[line], keyword }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
  const found = (keyword === '' ? [] : (data?.items ?? []))
    .filter((pair) => pair.businessLine === businessLine[line] && pair.symbolId !== alert.symbolId && !isChosen(pair))
    .slice(0, shownAtMost);
  return (
    <>
      <RadioSegments<LineKey>
        label={t('alerts.line')}
        options={lines.map((value) => ({ value, label: t(`alerts.line.${value}`) }))}
        value={line}
        onChange={setLine}
      />
      <TextField
        className="focus-first"
        label={t('alerts.copy.search')}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ul className="copy-pairs" aria-label={t('alerts.pairs')}>
        {found.map((pair) => {
          const copied = copyTo(alert, pair);
          return copied === null ? (
            <li key={pair.symbolId}>
              <b>{pair.symbolCodeDisplayName}</b> <span className="text-ink-3">{t('alerts.wrong.alertNoFreshPrice')}</span>
            </li>
          ) : (
            <PairRow key={pair.symbolId} one={{ pair, copied }} isChosen={false} onTurn={() => onTurn({ pair, copied })} />
          );
        })}
      </ul>
      <p role="status" className="text-13 text-ink-3 empty:hidden">
        {keyword !== '' && found.length === 0 && t(isError ? 'table.failed' : isFetching ? 'table.loading' : 'search.none')}
      </p>
    </>
  );
}

const useShown = () => {
  const condition = useCondition();
  return ({ pair, copied }: Chosen) => condition({ ...pair, ...copied, anchor: null });
};

function PairRow({ one, isChosen, onTurn }: { readonly one: Chosen; readonly isChosen: boolean; onTurn(): void }) {
  const t = useText();
  const format = useFormat();
  const shown = useShown();
  const { pair, copied } = one;
  return (
    <li>
      <label>
        <input type="checkbox" checked={isChosen} onChange={onTurn} />
        <PairName pair={pair} />
        <span>{shown(one)}</span>
        {copied.isRebased && (
          <span className="text-ink-3">{t('alerts.now', { price: pairPrice(format, priceFor(copied, pair), pair) })}</span>
        )}
      </label>
    </li>
  );
}

function PairName({ pair }: { readonly pair: AlertPair }) {
  return (
    <b>
      {pair.symbolCodeDisplayName} {pair.businessLine === businessLine.futures && <span className="font-normal">{pair.exchangeName}</span>}
    </b>
  );
}

function Report({ sent, items }: CopyReport) {
  const t = useText();
  const shown = useShown();
  return (
    <div role="status" className="grid gap-2 text-13">
      <p className="font-semibold">{t('alerts.copy.refused', { count: items.filter(({ outcome }) => outcome === 'refused').length })}</p>
      <ul className="copy-pairs">
        {items.map(({ line, outcome, msg }) => {
          const one = sent[line - 1]!;
          return (
            <li key={line}>
              <PairName pair={one.pair} />
              <span>{shown(one)}</span>
              <span className={outcome === 'refused' ? 'text-danger' : 'text-ink-3'}>
                {msg ?? t(outcome === 'made' ? 'alerts.created' : 'alerts.copy.there')}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
