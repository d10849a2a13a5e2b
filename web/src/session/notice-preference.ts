// How price notices may behave: switches per line, tone, quiet hours. Kept in this browser; the account has a copy, which
// app/lazy/session-sync brings together with this one.
import { defaultUserPreference, tones, type UserPreference } from '@tidemark/contract/users.ts';
import { useSyncExternalStore } from 'react';

const switches = ['spotPopSwitch', 'spotVoiceSwitch', 'contractPopSwitch', 'contractVoiceSwitch'] as const;
export type NoticeSwitch = (typeof switches)[number];
export type NoticePreference = Pick<UserPreference, NoticeSwitch | 'tone' | 'quietFrom' | 'quietTo'>;

const storageKey = 'noticePreference';
const listeners = new Set<() => void>();
const isMinute = (value: unknown) => value === null || (Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1440);

/** Only what was chosen here; usable values come out of any content of the storage. */
function parseNotices(stored: string | null): Partial<NoticePreference> {
  let given: Record<string, unknown>;
  try {
    given = Object(JSON.parse(stored ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
  const isRight = (name: string, value: unknown) =>
    (switches as readonly string[]).includes(name)
      ? typeof value === 'boolean'
      : name === 'tone'
        ? (tones as readonly unknown[]).includes(value)
        : (name === 'quietFrom' || name === 'quietTo') && isMinute(value);
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => isRight(name, value)));
}

const readStored = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return memory;
  }
};
/** Where nothing can be kept, it lasts as long as the page. */
let memory: string | null = null;
let shown: { readonly stored: string | null; readonly preference: NoticePreference } | null = null;

export const chosenNotices = (): Partial<NoticePreference> => parseNotices(readStored());

function noticesNow(): NoticePreference {
  const stored = readStored();
  if (!shown || shown.stored !== stored) shown = { stored, preference: { ...defaultNotices, ...parseNotices(stored) } };
  return shown.preference;
}

const { spotPopSwitch, spotVoiceSwitch, contractPopSwitch, contractVoiceSwitch, tone, quietFrom, quietTo } = defaultUserPreference;
const defaultNotices: NoticePreference = {
  spotPopSwitch,
  spotVoiceSwitch,
  contractPopSwitch,
  contractVoiceSwitch,
  tone,
  quietFrom,
  quietTo,
};

export function setNotices(change: Partial<NoticePreference>): void {
  memory = JSON.stringify({ ...chosenNotices(), ...change });
  try {
    localStorage.setItem(storageKey, memory);
  } catch {}
  noticesChanged();
}

/** Also when another tab wrote them. */
export function noticesChanged(): void {
  for (const listener of listeners) listener();
}

function watchNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useNoticePreference = (): NoticePreference => useSyncExternalStore(watchNotices, noticesNow, () => defaultNotices);
