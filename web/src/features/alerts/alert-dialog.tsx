// Add or edit an alert (section 4, Alert dialog mode): the form at the start, what it would have done at the end.
import { useQuery } from '@tanstack/react-query';
import {
  alertFrequency,
  hasPriceSource,
  limitsOfWire,
  noticeChannel,
  priceSource,
  type AlertFrequency,
} from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { sessionNow, useSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { aimedFrom, formOf, newForm, problemOf, type AlertForm, type FormField, type Parameters } from './alert-form.ts';
import { draftOf, dropDraft } from './alert-draft.ts';
import type { AlertRequest } from './open-alert-dialog.ts';
import { alertParameters } from './alert-queries.ts';
import { ChannelChoice } from './channel-choice.tsx';
import { askForPopUps } from './push.ts';
import { NoteField } from './note-field.tsx';
import { PairChoice } from './pair-choice.tsx';
import { Preview } from './preview.tsx';
import { TargetFields } from './target-fields.tsx';
import { P2pSideChoice, TypeChoice } from './type-choice.tsx';
import { useAlertSending } from './use-alert-sending.ts';
import 'virtual:words/alerts';
import '#styles/alerts.css';

export function AlertDialog({ request, onClose: close }: { request: AlertRequest; onClose(): void }) {
  const t = useText();
  const onClose = () => {
    // A user who has come back from logging in and leaves the form does not want it any more.
    if (sessionNow().user !== null) dropDraft();
    close();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(request.mode === 'edit' ? 'alerts.edit' : 'alerts.new')}
      closeLabel={t('action.close')}
      size="wide"
    >
      <AlertFormView request={request} onClose={onClose} />
    </Dialog>
  );
}

function startOf(request: AlertRequest): AlertForm {
  if (request.mode === 'edit') return formOf(request.alert);
  const start = newForm(request.businessLine, request.symbolId);
  if (request.price !== undefined) return { ...start, value: request.price };
  return draftOf(start, Date.now()) ?? start;
}

function AlertFormView({ request, onClose }: { request: AlertRequest; onClose(): void }) {
  const t = useText();
  const api = useApi();
  const isVisitor = useSession().state === 'visitor';
  const [entered, setForm] = useState(() => startOf(request));
  // Until the user changes anything.
  const [toward, setToward] = useState((request.mode === 'add' && request.toward) || null);
  const [touched, setTouched] = useState<'upper' | 'lower'>('upper');
  // What is wrong is said when the user has tried to send it, and then goes as it is mended.
  const [hasTried, setTried] = useState(false);
  const parameters = useQuery(alertParameters(api, entered.businessLine, entered.symbolId));
  const aim = (known: Parameters | null) => (toward ? aimedFrom(entered, known?.pair ?? null, toward) : entered);
  const form = aim(parameters.data ?? null);
  // What was offered stays while it holds, so it is remembered like what was entered.
  if (form !== entered) setForm(form);
  const judge = (known: Parameters | null) => (toward && known === null ? 'priceLoading' : problemOf(aim(known), known, touched));
  const judged = judge(parameters.data ?? null);
  const sending = useAlertSending(request, onClose);
  // What was refused at the press stays said though the price moves on: nothing was sent, and only the user can mend it.
  const problem = (judged === 'priceLoading' ? null : judged) ?? sending.problem;
  const change = (next: Partial<AlertForm>) => {
    setForm((now) => ({ ...now, ...next }));
    setToward(null);
    sending.forget();
  };
  const { isSending } = sending;
  const focused = useRef<HTMLElement>(null);
  // What is inert loses the focus, and a user who is refused goes on where they were.
  useLayoutEffect(() => {
    if (isSending) focused.current = document.activeElement as HTMLElement | null;
    else if (document.activeElement === document.body) focused.current?.focus();
  }, [isSending]);
  const send = () => {
    setTried(true);
    if (form.channels.includes(noticeChannel.pop)) askForPopUps();
    void sending.send({
      form,
      isPaused: parameters.fetchStatus === 'paused',
      finish: (known) => ({ ready: aim(known), problem: judge(known) }),
    });
  };

  const wrong = (field: FormField) => (hasTried && problem?.field === field ? t(`alerts.wrong.${problem.error}` as WordId) : null);
  return (
    <form
      className="alert-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="alert-fields" inert={isSending}>
        <PairChoice
          form={form}
          isFixed={request.mode === 'edit'}
          pair={parameters.data?.pair ?? null}
          onChange={(line, symbolId) => change({ ...newForm(line, symbolId), channels: form.channels, note: form.note })}
        />
        {hasPriceSource(form) && (
          <RadioSegments<SourceKey>
            label={t('alerts.source')}
            options={sourceKeys.map((value) => ({ value, label: t(`alerts.source.${value}`) }))}
            value={sourceKeys.find((key) => priceSource[key] === form.priceSource) ?? 'market'}
            onChange={(key) => change({ priceSource: priceSource[key] })}
          />
        )}
        {form.businessLine === businessLine.p2p ? (
          <P2pSideChoice type={form.alertType} onChange={(alertType) => change({ alertType })} />
        ) : (
          <TypeChoice type={form.alertType} onChange={(alertType) => change({ alertType, value: '' })} />
        )}
        <TargetFields form={form} parameters={parameters.data ?? null} wrong={wrong} onChange={change} onTouch={setTouched} />
        <HowOften form={form} parameters={parameters.data} onChange={(frequency) => change({ frequency })} />
        <ChannelChoice
          chosen={form.channels}
          parameters={parameters.data}
          problem={wrong('channels')}
          onChange={(channels) => change({ channels })}
        />
        <NoteField note={form.note} problem={wrong('note')} onChange={(note) => change({ note })} />
      </div>
      <Preview form={form} isSound={judged === null} />
      <footer className="alert-foot">
        {isVisitor ? (
          <p className="me-auto text-12 text-ink-3">{t('alerts.logIn.onSave')}</p>
        ) : (
          <Used form={form} parameters={parameters.data} />
        )}
        <p role="alert" className="text-13 text-danger">
          {sending.refusal}
          {sending.loadNewer && (
            <button type="button" className="text-btn" onClick={sending.loadNewer}>
              {t('alerts.loadNewer')}
            </button>
          )}
        </p>
        <Button onClick={onClose}>{t('alerts.cancel')}</Button>
        <button type="submit" className="btn primary" disabled={sending.isBusy} aria-busy={sending.isBusy}>
          {t(request.mode === 'edit' ? 'alerts.save' : 'alerts.create')}
        </button>
      </footer>
    </form>
  );
}

const sourceKeys = ['market', 'mark', 'index'] as const;
type SourceKey = (typeof sourceKeys)[number];

function HowOften({
  form,
  parameters,
  onChange,
}: {
  form: AlertForm;
  parameters: Parameters | undefined;
  onChange(frequency: AlertFrequency): void;
}) {
  const t = useText();
  const limits = parameters && limitsOfWire(parameters.frequencyLimits);
  const options = ['onceOnly', 'onceADay', 'every'] as const;
  return (
    <div>
      <RadioSegments<(typeof options)[number]>
        label={t('alerts.howOften')}
        options={options.map((value) => ({ value, label: t(`alerts.frequency.${value}`) }))}
        value={options.find((key) => alertFrequency[key] === form.frequency) ?? 'every'}
        onChange={(key) => onChange(alertFrequency[key])}
      />
      <p className="mt-1.5 text-12 text-ink-3">
        {form.frequency === alertFrequency.every
          ? limits &&
            t('alerts.everyRule', { second: limits.perSecond, minute: limits.perMinute, hour: limits.perHour, day: limits.perDay })
          : t(form.frequency === alertFrequency.onceADay ? 'alerts.dayRule' : 'alerts.onceRule')}
      </p>
    </div>
  );
}

function Used({ form, parameters }: { form: AlertForm; parameters: Parameters | undefined }): ReactNode {
  const t = useText();
  const id = useId();
  if (!parameters) return <p className="me-auto" />;
  const line = form.businessLine === businessLine.spot ? 'spot' : form.businessLine === businessLine.futures ? 'futures' : 'p2p';
  return (
    <p id={id} className="me-auto text-12 text-ink-3">
      {t(`alerts.used.${line}`, {
        used: parameters.open[line],
        limit: parameters.perLine,
        total: parameters.open.total,
        totalLimit: parameters.total,
      })}
    </p>
  );
}
