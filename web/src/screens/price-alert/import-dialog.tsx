// Alerts from a file: looked through first, so that a person sees what would come of each line before anything is made.
import { useQueryClient } from '@tanstack/react-query';
import { alertFileRule, type AlertFileFormat, type ImportedLine } from '@tidemark/contract/alert-batches.ts';
import { maxConfiguredAlerts } from '@tidemark/contract/alert-rules.ts';
import { useEffect, useRef, useState } from 'react';
import { randomId } from '#api/random-id.ts';
import { useApi } from '#api/use-api.tsx';
import { alertsChanged } from '#features/alerts/alert-queries.ts';
import { useText } from '#i18n/text.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DropZone } from '#ui/drop-zone.tsx';
import { useToast } from '#ui/toast.tsx';
import { importInParts, sentBytes, type ImportReport } from './file-parts.ts';

const exampleLines = 'market,symbol,condition,target\nspot,BTCUSDT,rises_to,150000';
const formatOf = (content: string): AlertFileFormat => (/^\ufeff?\s*[[{]/.test(content) ? 'json' : 'csv');
const isTooLarge = (content: string): boolean => sentBytes(content) > alertFileRule.wholeBytes;

export function ImportDialog({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  const t = useText();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('alerts.file.import')} closeLabel={t('action.close')}>
      <Import onClose={onClose} />
    </Dialog>
  );
}

function Import({ onClose }: { onClose(): void }) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const failureText = useWriteFailure();
  const [content, setContent] = useState('');
  const [report, setReport] = useState<ImportReport | null>(null);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'checking' | 'making' | null>(null);
  // A second press after an answer that was lost is the same import.
  const importKey = useRef(randomId());
  // A report is about the text it was asked for, and a text may be another one by the time it comes.
  const asked = useRef<string | null>('');
  useEffect(
    () => () => {
      asked.current = null;
    },
    [],
  );

  const change = (next: string) => {
    asked.current = next;
    setContent(next);
    setReport(null);
    setDone(false);
    setFailure(isTooLarge(next) ? t('alerts.file.tooLarge') : null);
  };
  const send = async (text: string, preview: boolean): Promise<void> => {
    setBusy(preview ? 'checking' : 'making');
    setFailure(null);
    try {
      const format = formatOf(text);
      const sendPart = (content: string) => api.call('importAlerts', { format, content, importKey: importKey.current, preview });
      const answer = await importInParts(text, format, sendPart);
      if (!preview) toast(t('alerts.file.made', { count: answer.made }));
      if (asked.current !== text) {
        if (!preview && answer.refused > 0) toast(t('alerts.file.refused', { count: answer.refused }), 'error');
        return;
      }
      if (!preview && answer.refused === 0) onClose();
      setReport(answer);
      setDone(!preview);
    } catch (error) {
      if (asked.current === text) setFailure(failureText(error));
      else if (!preview) toast(failureText(error), 'error');
    } finally {
      setBusy(null);
      if (!preview) alertsChanged(queryClient);
    }
  };
  const readFile = async (file: File) => {
    if (file.size > alertFileRule.wholeBytes) {
      change('');
      return setFailure(t('alerts.file.tooLarge'));
    }
    let text: string;
    try {
      text = await file.text();
    } catch (error) {
      // A folder, or a file that has been moved since.
      change('');
      return setFailure(failureText(error));
    }
    change(text);
    if (!isTooLarge(text) && text.trim() !== '') await send(text, true);
  };
  const canSend = busy === null && content.trim() !== '' && !isTooLarge(content);

  return (
    <div className="grid gap-4">
      <p className="text-13 text-ink-2">{t('alerts.file.help', { limit: maxConfiguredAlerts })}</p>
      <DropZone
        prompt={t('alerts.file.drop')}
        accept=".csv,.json,text/csv,application/json,text/plain"
        fileLabel={t('alerts.file.choose')}
        onFile={(file) => void readFile(file)}
        pasteLabel={t('alerts.file.paste')}
        example={exampleLines}
        text={content}
        onText={change}
      />
      <div aria-live="polite">{report && <Found report={report} isDone={isDone} />}</div>
      <p role="alert" className="text-13 text-danger empty:hidden">
        {failure}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t(isDone ? 'action.close' : 'alerts.cancel')}</Button>
        <Button
          kind={report ? undefined : 'primary'}
          disabled={!canSend}
          aria-busy={busy === 'checking'}
          onClick={() => void send(content, true)}
        >
          {t('alerts.file.check')}
        </Button>
        {report && !isDone && (
          <Button
            kind="primary"
            disabled={!canSend || report.made === 0}
            aria-busy={busy === 'making'}
            onClick={() => void send(content, false)}
          >
            {t('alerts.file.do')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Found({ report: { made, there, refused, items }, isDone }: { readonly report: ImportReport; readonly isDone: boolean }) {
  const t = useText();
  const wrong = items.filter(({ outcome }) => outcome === 'refused');
  const known = items.filter(({ outcome }) => outcome === 'there');
  return (
    <div className="grid gap-2 text-13">
      <p className="font-semibold">{t(isDone ? 'alerts.file.made' : 'alerts.file.toMake', { count: made })}</p>
      {there > 0 && (
        <details>
          <summary>{t('alerts.file.there', { count: there })}</summary>
          <Lines items={known} label={t('alerts.file.there', { count: there })} />
        </details>
      )}
      {refused > 0 && (
        <>
          <p className="font-semibold text-danger">{t('alerts.file.refused', { count: refused })}</p>
          <Lines items={wrong} label={t('alerts.file.refused', { count: refused })} />
        </>
      )}
    </div>
  );
}

function Lines({ items, label }: { readonly items: readonly ImportedLine[]; readonly label: string }) {
  const t = useText();
  return (
    // By keyboard it is scrolled like any other part of the page.
    <ul className="grid max-h-48 gap-1 overflow-auto text-ink-2" aria-label={label} tabIndex={0}>
      {items.map(({ line, symbol, msg }) => (
        <li key={line}>
          {t('alerts.file.line', { line, reason: msg ?? symbol })} {msg !== null && <bdi className="text-ink-3">{symbol}</bdi>}
        </li>
      ))}
    </ul>
  );
}
