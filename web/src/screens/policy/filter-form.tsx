// Search and 'what applies'. A form like any other without scripts; with them the address follows what is typed.
import { policyFeatureNames } from '@tidemark/contract/policy.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocale, useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { choiceParams, featureChoices, shortWord, type PolicyChoice } from './choice.ts';

const settleMs = 120;

export function FilterForm({ choice, onChange }: { choice: PolicyChoice; onChange(changed: Partial<PolicyChoice>): void }) {
  const t = useText();
  const locale = useLocale();
  const [text, setText] = useState(choice.text);
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange({ text: typed }), settleMs);
  };
  useEffect(() => {
    if (document.activeElement !== input.current) setText(choice.text);
  }, [choice.text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // What the user typed or chose before the page came to life.
  const adopt = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (typed !== text) type(typed);
    const chosen = select.current?.value || undefined;
    if (chosen !== choice.feature) onChange({ feature: chosen, text: typed });
  });
  useLayoutEffect(() => adopt(), []);

  const { q: _text, applies: _feature, country: _country, ...kept } = choiceParams(choice);
  return (
    <form
      className="policy-filter"
      role="search"
      method="get"
      action={href(locale, 'cryptoPolicy')}
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        onChange({ text });
      }}
    >
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="field">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={t('policy.search')}
          placeholder={t('policy.search')}
          value={text}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => type(target.value)}
        />
      </label>
      <select
        ref={select}
        className="select"
        name="applies"
        aria-label={t('policy.applies')}
        value={choice.feature ?? ''}
        onChange={({ target }) => onChange({ feature: target.value || undefined })}
      >
        <option value="">{t('policy.anyFeature')}</option>
        {policyFeatureNames.map((feature) => (
          <optgroup key={feature} label={t(`policy.feature.${feature}`)}>
            {featureChoices
              .filter((option) => option.feature === feature)
              .map(({ key, value }) => (
                <option key={key} value={key}>
                  {t(shortWord(feature, value))}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <noscript>
        <button type="submit" className="btn">
          {t('policy.find')}
        </button>
      </noscript>
    </form>
  );
}
