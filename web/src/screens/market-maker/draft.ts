// What has been typed and sent of an application that is not finished, in this browser alone. Wiped when it has arrived.
import { unusedImageMs, type MarketMakerForm } from '@tidemark/contract/market-maker.ts';
import { useSyncExternalStore } from 'react';
import { randomId } from '#api/random-id.ts';
import { localStore } from '#session/local-store.ts';

const emptyForm: MarketMakerForm = { applicantName: '', applicantTitle: '', introduction: '', strategy: '', userId: '' };
export const fieldNames = Object.keys(emptyForm) as readonly (keyof MarketMakerForm)[];

export interface KeptPicture {
  readonly name: string;
  readonly size: number;
  readonly thumbnail: string | null;
  readonly imageId: string;
  readonly uploadedAt: number;
}
/** The key under which this content was sent: sent again it is the same application, changed it is another. */
export interface Attempt {
  readonly clientKey: string;
  readonly content: string;
}
export interface Receipt {
  readonly applicationId: string;
  readonly receivedAt: number;
}

const keys = {
  form: 'marketMakerDraft',
  pictures: 'marketMakerPictures',
  attempt: 'marketMakerAttempt',
  receipt: 'marketMakerReceipt',
} as const;
/** An hour less than the server keeps them: there has to be time to send. */
const picturesKeptMs = unusedImageMs - 3_600_000;

function read<T>(key: string): Partial<T> | null {
  try {
    const value: Partial<T> | null = JSON.parse(localStore.getItem(key) ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
const write = (key: string, value: unknown) => localStore.setItem(key, JSON.stringify(value));

const isText = (value: unknown): value is string => typeof value === 'string';

const readForm = (): MarketMakerForm => {
  const kept = read<MarketMakerForm>(keys.form) ?? {};
  return { ...emptyForm, ...Object.fromEntries(fieldNames.flatMap((name) => (isText(kept[name]) ? [[name, kept[name]]] : []))) };
};

let form: MarketMakerForm | null = null;
const listeners = new Set<() => void>();
const formNow = (): MarketMakerForm => (form ??= readForm());
export function putForm(next: MarketMakerForm): void {
  form = next;
  if (fieldNames.every((name) => next[name] === '')) localStore.removeItem(keys.form);
  else write(keys.form, next);
  for (const listener of listeners) listener();
}
function watchForm(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
/** Empty as the server paints it, then what this browser has kept. */
export const useForm = (): MarketMakerForm => useSyncExternalStore(watchForm, formNow, () => emptyForm);

export const readPictures = (now: number): readonly KeptPicture[] => {
  const kept = read<readonly Partial<KeptPicture>[]>(keys.pictures);
  const isKept = (one: Partial<KeptPicture>): one is KeptPicture =>
    isText(one.name) &&
    isText(one.imageId) &&
    typeof one.size === 'number' &&
    typeof one.uploadedAt === 'number' &&
    now - one.uploadedAt < picturesKeptMs &&
    (one.thumbnail === null || (isText(one.thumbnail) && one.thumbnail.startsWith('data:image/jpeg;')));
  return Array.isArray(kept) ? kept.filter(isKept).slice(0, 3) : [];
};
export const keepPictures = (pictures: readonly KeptPicture[]): void => {
  if (pictures.length === 0) localStore.removeItem(keys.pictures);
  else write(keys.pictures, pictures);
};

export function attemptFor(content: string): Attempt {
  const before = read<Attempt>(keys.attempt);
  if (before && isText(before.clientKey) && before.content === content) return { clientKey: before.clientKey, content };
  const attempt = { clientKey: randomId(), content };
  write(keys.attempt, attempt);
  return attempt;
}

export const wipeDraft = (): void => {
  putForm(emptyForm);
  for (const key of [keys.pictures, keys.attempt]) localStore.removeItem(key);
};

export const keepReceipt = (receipt: Receipt): void => write(keys.receipt, receipt);
function readReceipt(): Receipt | null {
  const kept = read<Receipt>(keys.receipt);
  return kept && isText(kept.applicationId) && typeof kept.receivedAt === 'number'
    ? { applicationId: kept.applicationId, receivedAt: kept.receivedAt }
    : null;
}
const neverChanges = () => () => {};
/** What was sent from this browser before; not known while the server paints. */
export const useReceipt = (): Receipt | null =>
  useSyncExternalStore(
    neverChanges,
    () => localStore.getItem(keys.receipt),
    () => null,
  ) === null
    ? null
    : readReceipt();
