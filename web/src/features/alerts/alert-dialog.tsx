// Add or edit an alert (section 4, Alert dialog mode): the form at the start, what it would have done at the end.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { alertFrequency, isChannelType, isPercentType, limitsOfWire, priceSource, type AlertFrequency } from '@tidemark/contract/alerts.ts';
import { businessLine } from '@tidemark/contract/market.ts';
import { useId, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '#api/api-error.ts';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { aimedFrom, cleanNumber, distanceOf, formOf, inputOf, newForm, priceFor, problemOf, type AlertForm, type FormField, type Parameters } from './alert-form.ts';
import type { AlertWish } from './alert-door.ts';
import { alertParameters, alertsChanged } from './alert-queries.ts';
import { ChannelChoice } from './channel-choice.tsx';
import { PairChoice } from './pair-choice.tsx';
import { Preview } from './preview.tsx';
import { priceDecimals, stepTarget } from './target-steps.ts';
import { P2pSideChoice, TypeChoice } from './type-choice.tsx';
import 'virtual:words/alerts';
import '#styles/alerts.css';

export function AlertDialog({ wish, onClose }: { wish: AlertWish; onClose(): void }) {
  const t = useText();
  return (
    <Dialog isOpen onClose={onClose} title={t(wish.mode === 'edit' ? 'alerts.edit' : 'alerts.new')} closeLabel={t('action.close')} size="wide">
      <AlertFormView wish={wish} onClose={onClose} />
    </Dialog>
  );
}

const startOf = (wish: AlertWish): AlertForm => (wish.mode === 'edit' ? formOf(wish.alert) : newForm(wish.businessLine, wish.symbolId));

function AlertFormView({ wish, onClose }: { wish: AlertWish; onClose(): void }) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [entered, setForm] = useState(() => startOf(wish));
  // Until somebody changes anything.
  const [toward, setToward] = useState((wish.mode === 'add' && wish.toward) || null);
  const [touched, setTouched] = useState<'upper' | 'lower'>('upper');
  // What is wrong is said when somebody has tried to send it, and then goes as it is mended.
  const [hasTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  // A retry of the same form is the same alert.
  const clientKey = useRef(crypto.randomUUID());
  const parameters = useQuery(alertParameters(api, entered.businessLine, entered.symbolId));
  const form = toward ? aimedFrom(entered, priceFor(entered, parameters.data?.pair ?? null), toward) : entered;
  // What was offered stays while it holds, so it is remembered like what was entered.
  if (form !== entered) setForm(form);
  const problem = problemOf(form, parameters.data ?? null, touched);
  const change = (next: Partial<AlertForm>) => {
    setForm((now) => ({ ...now, ...next }));
    setToward(null);
    setRefusal(null);
    clientKey.current = crypto.randomUUID();
  };

  const send = async () => {
    setTried(true);
    if (problem || isSending) return;
    setSending(true);
    try {
      const { startsLatched } =
        wish.mode === 'edit'
          ? await api.call('updateAlert', { ...editOf(form), id: wish.alert.id, version: wish.alert.version })
          : await api.call('createAlert', { ...inputOf(form), clientKey: clientKey.current });
      alertsChanged(queryClient);
      toast(startsLatched ? t('alerts.savedLatched') : t(wish.mode === 'edit' ? 'alerts.saved' : 'alerts.created'));
      onClose();
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : t('alerts.failed'));
    } finally {
      setSending(false);
    }
  };

  const wrong = (field: FormField) => (hasTried && problem?.field === field ? t(`alerts.wrong.${problem.error}` as WordId) : null);
  return (
    <form
      className="alert-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="alert-fields">
        <PairChoice form={form} isFixed={wish.mode === 'edit'} pair={parameters.data?.pair ?? null} onChange={(line, symbolId) => change({ ...newForm(line, symbolId), channels: form.channels })} />
        {form.businessLine === businessLine.futures && (
          <RadioSegments<SourceKey>
            label={t('alerts.source')}
            options={sourceKeys.map((value) => ({ value, label: t(`alerts.source.${value}`) }))}
            value={sourceKeys.find((key) => priceSource[key] === form.priceSource) ?? 'market'}
            onChange={(key) => change({ priceSource: priceSource[key] })}
          />
        )}
        {form.businessLine === businessLine.p2p ? <P2pSideChoice type={form.alertType} onChange={(alertType) => change({ alertType })} /> : <TypeChoice type={form.alertType} onChange={(alertType) => change({ alertType, value: '' })} />}
        <Target form={form} parameters={parameters.data ?? null} wrong={wrong} onChange={change} onTouch={setTouched} />
        <HowOften form={form} parameters={parameters.data} onChange={(frequency) => change({ frequency })} />
        <ChannelChoice chosen={form.channels} parameters={parameters.data} problem={wrong('channels')} onChange={(channels) => change({ channels })} />
      </div>
      <Preview form={form} isSound={problem === null} />
      <footer className="alert-foot">
        <Used form={form} parameters={parameters.data} />
        <p role="alert" className="text-13 text-danger">{refusal}</p>
        <Button onClick={onClose}>{t('alerts.cancel')}</Button>
        <button type="submit" className="btn primary" disabled={isSending}>{t(wish.mode === 'edit' ? 'alerts.save' : 'alerts.create')}</button>
      </footer>
    </form>
  );
}

/** The pair of an alert never changes; another pair is another alert. */
function editOf(form: AlertForm) {
  const { businessLine: _line, symbolId: _symbol, ...rest } = inputOf(form);
  return rest;
}

const sourceKeys = ['market', 'mark', 'index'] as const;
type SourceKey = (typeof sourceKeys)[number];

interface TargetProps {
  readonly form: AlertForm;
  readonly parameters: Parameters | null;
  wrong(field: FormField): string | null;
  onChange(next: Partial<AlertForm>): void;
  onTouch(bound: 'upper' | 'lower'): void;
}

const steps = [0.01, 0.03, 0.05, 0.1] as const;

function Target({ form, parameters, wrong, onChange, onTouch }: TargetProps) {
  const t = useText();
  const format = useFormat();
  const pair = parameters?.pair ?? null;
  const price = form.businessLine === businessLine.p2p ? null : priceFor(form, pair);
  const unit = pair?.rightCoinName ?? '';
  if (isChannelType(form.alertType)) {
    return (
      <div className="grid grid-cols-2 gap-3">
        {(['lower', 'upper'] as const).map((bound) => (
          <TextField
            key={bound}
            label={t(`alerts.${bound}`)}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            value={form[bound]}
            problem={wrong(bound)}
            help={bound === 'lower' && price !== null ? t('alerts.now', { price: format.price(price) }) : undefined}
            end={<span className="unit">{unit}</span>}
            onChange={({ currentTarget }) => {
              onTouch(bound);
              onChange({ [bound]: cleanNumber(currentTarget.value, priceDecimals) });
            }}
          />
        ))}
      </div>
    );
  }
  const isPercent = isPercentType(form.alertType);
  const distance = isPercent ? null : distanceOf(form.value, price);
  const help =
    form.businessLine === businessLine.p2p ? t('alerts.ads', { lowest: format.price(parameters?.ads?.lowest ?? null), highest: format.price(parameters?.ads?.highest ?? null) })
    : distance !== null ? t('alerts.away', { distance: format.change(distance).text, price: format.price(price) })
    : price !== null ? t('alerts.now', { price: format.price(price) })
    : undefined;
  const isUp = form.alertType === 1;
  return (
    <div>
      <TextField
        label={t(isPercent ? 'alerts.percent' : 'alerts.target')}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        className="target-field"
        value={form.value}
        problem={wrong('value')}
        help={help}
        end={<span className="unit">{isPercent ? '%' : unit}</span>}
        onChange={({ currentTarget }) => onChange({ value: cleanNumber(currentTarget.value, isPercent ? 2 : priceDecimals) })}
      />
      {!isPercent && price !== null && (
        <div className="mt-2 flex flex-wrap gap-1.5" role="group" aria-label={t('alerts.steps')}>
          {steps.map((step) => {
            const by = isUp ? step : -step;
            return <button key={step} type="button" className="chip" onClick={() => onChange({ value: stepTarget(price, by) })}>{format.change(by).text}</button>;
          })}
        </div>
      )}
    </div>
  );
}

function HowOften({ form, parameters, onChange }: { form: AlertForm; parameters: Parameters | undefined; onChange(frequency: AlertFrequency): void }) {
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
        {form.frequency === alertFrequency.every ? limits && t('alerts.everyRule', { second: limits.perSecond, minute: limits.perMinute, hour: limits.perHour, day: limits.perDay })
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
      {t(`alerts.used.${line}`, { used: parameters.open[line], limit: parameters.perLine, total: parameters.open.total, totalLimit: parameters.total })}
    </p>
  );
}
