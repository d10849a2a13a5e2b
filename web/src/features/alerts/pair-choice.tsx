// Line and pair of a new alert. An alert that exists keeps its pair.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { p2pSymbolId } from '@tidemark/contract/alerts.ts';
import { businessLine, contractLineOf, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Icon } from '#ui/icon.tsx';
import { Change, Price } from '#ui/number.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import type { AlertForm, AlertPair } from './alert-form.ts';
import { tabsOf } from './pair-tabs.ts';
import { alertContractLines, offeredP2pPair, type AlertContractLine } from './default-pair.ts';
import { useDefaultPair } from './use-default-pair.ts';

interface PairChoiceProps {
  readonly form: AlertForm;
  readonly isFixed: boolean;
  readonly pair: AlertPair | null;
  onChange(line: BusinessLine, symbolId: string): void;
}

const lines = ['spot', 'futures', 'p2p'] as const;
type LineKey = (typeof lines)[number];
const shownAtMost = 30;

export function PairChoice({ form, isFixed, pair, onChange }: PairChoiceProps) {
  const t = useText();
  const defaultPairOf = useDefaultPair();
  if (isFixed) return <p className="text-16 font-semibold">{pair?.symbolCodeDisplayName ?? form.symbolId}</p>;
  return (
    <div className="grid gap-3">
      <RadioSegments<LineKey>
        label={t('alerts.line')}
        options={lines.map((value) => ({ value, label: t(`alerts.line.${value}`) }))}
        value={lines.find((key) => businessLine[key] === form.businessLine) ?? 'spot'}
        onChange={(key) => onChange(businessLine[key], defaultPairOf(businessLine[key]))}
      />
      {form.businessLine === businessLine.futures && <ContractLineChoice form={form} onChange={onChange} />}
      {form.businessLine === businessLine.p2p ? (
        <P2pChoice form={form} onChange={onChange} />
      ) : (
        <SymbolChoice key={contractLineOf(form.symbolId)} form={form} pair={pair} onChange={onChange} />
      )}
    </div>
  );
}

function ContractLineChoice({ form, onChange }: Pick<PairChoiceProps, 'form' | 'onChange'>) {
  const t = useText();
  const present = contractLineOf(form.symbolId);
  return (
    <RadioSegments<AlertContractLine['name']>
      label={t('alerts.contractLine')}
      options={alertContractLines.map(({ name }) => ({ value: name, label: name }))}
      value={(alertContractLines.find(({ contractLine }) => contractLine === present) ?? alertContractLines[0]).name}
      onChange={(name) => onChange(businessLine.futures, alertContractLines.find((line) => line.name === name)!.symbolId)}
    />
  );
}

/** A combobox: type, move with the arrows, choose with Enter. */
function SymbolChoice({ form, pair, onChange }: Omit<PairChoiceProps, 'isFixed'>) {
  const t = useText();
  const format = useFormat();
  const api = useApi();
  const queryClient = useQueryClient();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  // Enter was pressed before the list of what is typed was there: its first is taken when it comes.
  const [isAwaited, setAwaited] = useState(false);
  const contractLine = contractLineOf(form.symbolId) ?? undefined;
  const asked = { businessLine: form.businessLine, keyword: typed ?? '', ...(contractLine && { contractLine }) };
  const listOfTyped = callQuery(api, 'alertExchangeSetting', asked);
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...listOfTyped,
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  });
  const [tab, setTab] = useState<string | null>(null);
  const listed = typed === null ? [] : (data?.items ?? []);
  const tabs = tabsOf(listed);
  const inTab = tab !== null && tabs.includes(tab) ? tab : null;
  const found = listed.filter(({ tabCoin }) => inTab === null || tabCoin === inTab).slice(0, shownAtMost);
  // The list may come, or become shorter, after an arrow was pressed.
  const last = Math.max(0, found.length - 1);
  const marked = Math.min(active, last);
  const pictures = new Map(data?.coins.map(({ coinName, imgUrl }) => [coinName, imgUrl]));
  const isListOfTyped = data !== undefined && !isPlaceholderData;
  const type = (text: string | null) => {
    setTyped(text);
    setActive(0);
    setAwaited(false);
  };
  const choose = (symbolId: string) => {
    onChange(form.businessLine, symbolId);
    type(null);
  };
  const takeWhenThere = async (): Promise<void> => {
    setAwaited(true);
    // A list that does not come is told below the field.
    const answer = await queryClient.ensureQueryData(listOfTyped).catch(() => null);
    if (field.current?.value !== typed) return;
    setAwaited(false);
    if (answer?.items[0]) choose(answer.items[0].symbolId);
  };
  const field = useRef<HTMLInputElement>(null);
  const name = pair?.symbolCodeDisplayName ?? form.symbolId;
  // The user who comes into the field types over the name. One that arrives later takes the selection away, and typed text would go behind
  // it.
  useLayoutEffect(() => {
    if (typed === null && document.activeElement === field.current) field.current?.select();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a name that arrives is when to select it
  }, [name, typed]);
  return (
    <div className="pair-combo">
      <label htmlFor={id} className="text-12 text-ink-2">
        {t(form.businessLine === businessLine.futures ? 'alerts.contract' : 'alerts.pair')}
      </label>
      <div className="field">
        <Icon name="search" />
        <input
          ref={field}
          id={id}
          role="combobox"
          aria-expanded={typed !== null}
          aria-controls={`${id}-list`}
          aria-activedescendant={found[marked] ? `${id}-${marked}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={typed ?? name}
          onFocus={(event) => event.currentTarget.select()}
          aria-busy={isAwaited}
          onChange={({ currentTarget }) => type(currentTarget.value.slice(0, 64))}
          onBlur={() => type(null)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              if (typed === null) type('');
              else setActive(Math.min(marked + 1, last));
            } else if (event.key === 'ArrowUp') {
              event.preventDefault();
              setActive(Math.max(marked - 1, 0));
            } else if (event.key === 'Enter') {
              // Never the form: what is written here is a pair, and the alert is not whole yet.
              event.preventDefault();
              if (typed === null) type('');
              else if (!isListOfTyped) void takeWhenThere();
              else if (found[marked]) choose(found[marked].symbolId);
            } else if (event.key === 'Escape' && typed !== null) {
              event.preventDefault();
              event.stopPropagation();
              type(null);
            }
          }}
        />
      </div>
      <div className="pair-list" hidden={typed === null}>
        {tabs.length > 1 && (
          <div className="pair-tabs" role="group" aria-label={t('markets.quote')}>
            {[null, ...tabs].map((name) => (
              <button
                key={name}
                type="button"
                className="chip"
                aria-pressed={name === inTab}
                // The field keeps the focus: the list goes with it.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => {
                  setTab(name);
                  setActive(0);
                }}
              >
                {name ?? t('alerts.show.all')}
              </button>
            ))}
          </div>
        )}
        <ul id={`${id}-list`} role="listbox" aria-label={t('alerts.pairs')}>
          {found.map((option, i) => (
            // Enter and the arrows act on the field; the pointer acts here.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={option.symbolId}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === marked}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option.symbolId)}
            >
              <Avatar src={pictures.get(option.leftCoinName) ?? ''} name={option.leftCoinName} />
              <b>{option.symbolCodeDisplayName}</b>
              {option.isFavorite && <Icon name="star" size="small" />}
              <span className="ms-auto">
                <Price text={format.price(option.price)} /> {option.rightCoinName}
              </span>
              {option.chgUTC !== null && <Change {...format.change(option.chgUTC)} />}
            </li>
          ))}
        </ul>
        <p role="status">
          {typed !== null &&
            (found.length === 0 || isAwaited) &&
            t(isError ? 'table.failed' : isFetching ? 'table.loading' : 'search.none')}
        </p>
      </div>
    </div>
  );
}

function P2pChoice({ form, onChange }: Pick<PairChoiceProps, 'form' | 'onChange'>) {
  const t = useText();
  const api = useApi();
  const { data } = useQuery(callQuery(api, 'alertExchangeSetting', { businessLine: businessLine.p2p }));
  const [coin = '', fiat = ''] = form.symbolId.split('_');
  const coins = data?.coins.map(({ coinName }) => coinName) ?? [coin];
  const fiats = data?.fiats ?? [fiat];
  const offered = data ? offeredP2pPair(form.symbolId, coins, fiats) : null;
  const takeOffered = useEffectEvent((symbolId: string) => onChange(businessLine.p2p, symbolId));
  useEffect(() => {
    if (offered !== null && offered !== form.symbolId) takeOffered(offered);
  }, [offered, form.symbolId]);
  return (
    <div className="grid grid-cols-2 gap-3">
      <label className="grid gap-1.5 text-12 text-ink-2">
        {t('alerts.coin')}
        <select
          className="select"
          value={coin}
          onChange={({ currentTarget }) => onChange(businessLine.p2p, p2pSymbolId(currentTarget.value, fiat))}
        >
          {coins.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label className="grid gap-1.5 text-12 text-ink-2">
        {t('alerts.fiat')}
        <select
          className="select"
          value={fiat}
          onChange={({ currentTarget }) => onChange(businessLine.p2p, p2pSymbolId(coin, currentTarget.value))}
        >
          {fiats.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </div>
  );
}
