import { attempt } from './attempt.ts';

/** Local storage that may be closed to us; then nothing is remembered. */
export const localStore: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => attempt(() => localStorage.setItem(key, value)),
  removeItem: (key) => attempt(() => localStorage.removeItem(key)),
};
