import { last24h, utcName } from '@tidemark/contract/market.ts';
import { tones } from '@tidemark/contract/users.ts';
import { useId } from 'react';
import { useChangeBase } from '#features/preferences/preferences.tsx';
import { useText } from '#i18n/text.tsx';
import { setNotices, useNoticePreference } from '#session/notice-preference.ts';
import { Button } from '#ui/button.tsx';
import { playTone } from '#ui/play-tone.ts';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Switch } from '#ui/switch.tsx';
import { PushSwitch } from './push-switch.tsx';

const lines = [
  { word: 'accounts.notices.spot', pop: 'spotPopSwitch', voice: 'spotVoiceSwitch' },
  { word: 'accounts.notices.contract', pop: 'contractPopSwitch', voice: 'contractVoiceSwitch' },
] as const;

const usualQuiet = { quietFrom: 22 * 60, quietTo: 7 * 60 };
const twoDigits = (count: number) => String(count).padStart(2, '0');
const clockOf = (minute: number) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
const minuteOf = (clock: string): number | null => {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
};

/** How a price notice may show itself, per line. */
export function NoticesCard({ isVisitor }: { isVisitor: boolean }) {
  const t = useText();
  const id = useId();
  const notices = useNoticePreference();
  const { quietFrom, quietTo, tone } = notices;
  const base = useChangeBase();
  const zone = base === last24h ? 'UTC' : utcName(base);
  const isQuietSet = quietFrom !== null && quietTo !== null;
  return (
    <section className="frame settings-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('accounts.section.notices')}</h2>
      <div className="grid gap-4">
        {lines.map(({ word, pop, voice }) => (
          <fieldset key={word}>
            <legend className="text-12 text-ink-2">{t(word)}</legend>
            <Switch label={t('accounts.notices.pop')} isOn={notices[pop]} onChange={(isOn) => setNotices({ [pop]: isOn })} />
            <Switch label={t('accounts.notices.voice')} isOn={notices[voice]} onChange={(isOn) => setNotices({ [voice]: isOn })} />
          </fieldset>
        ))}
        {!isVisitor && <PushSwitch />}
        <div className="flex flex-wrap items-end gap-2">
          <div className="flex-1">
            <RadioSegments
              label={t('accounts.tone')}
              value={tone}
              onChange={(option) => {
                setNotices({ tone: option });
                void playTone(option);
              }}
              options={tones.map((value) => ({ value, label: t(`accounts.tone.${value}`) }))}
            />
          </div>
          <Button onClick={() => void playTone(tone)}>{t('accounts.tone.play')}</Button>
        </div>
        <div>
          <Switch
            label={t('accounts.quiet')}
            help={t('accounts.quiet.help')}
            isOn={isQuietSet}
            onChange={(isOn) => setNotices(isOn ? usualQuiet : { quietFrom: null, quietTo: null })}
          />
          {isQuietSet && (
            <div className="mt-2 flex flex-wrap gap-4">
              <TimeChoice label={t('accounts.quiet.from')} minute={quietFrom} onChange={(minute) => setNotices({ quietFrom: minute })} />
              <TimeChoice label={t('accounts.quiet.to')} minute={quietTo} onChange={(minute) => setNotices({ quietTo: minute })} />
              <p className="w-full text-12 text-ink-3">{t('accounts.quiet.zone', { zone: `\u2066${zone}\u2069` })}</p>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function TimeChoice({ label, minute, onChange }: { label: string; minute: number; onChange(minute: number): void }) {
  return (
    <label className="flex items-center gap-2 text-13 text-ink-2">
      {label}
      <input
        type="time"
        className="select"
        value={clockOf(minute)}
        onChange={({ target }) => {
          const next = minuteOf(target.value);
          if (next !== null) onChange(next);
        }}
      />
    </label>
  );
}
