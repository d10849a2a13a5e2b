// The account's copy of the preferences and this browser's, kept as one. This browser's is what pages read, because it is
// there on the first paint; the account's wins when they meet, except for what was chosen here and not yet saved. At a first
// login on this browser what was chosen here fills what the account has not chosen yet, so that neither loses anything.
import type { UserPreference } from '@tidemark/contract/users.ts';
import type { Api } from '#api/client.ts';
import type { Choice } from '#session/local-choice.ts';

export interface PreferenceSyncDeps {
  readonly api: Api;
  /** What was chosen in this browser, as the account spells it. */
  readChoice(): Choice;
  /** Takes effect on the page and is remembered in this browser. */
  adopt(change: Choice): void;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** What was chosen is in effect here and not in the account; said once until it is. */
  notSaved(error: unknown): void;
  /** Runs the work again later, after a failure. */
  retryLater(work: () => void): void;
}

export interface PreferenceSync {
  /**
   * isFirst: this browser did not know them before. Never rejects: without an answer the local choice stands. True: the account answered.
   */
  join(isFirst: boolean): Promise<boolean>;
  /** Chosen here just now. Without a session it waits for one. */
  chosen(change: Choice): void;
  /** The account was changed elsewhere. */
  refresh(): Promise<void>;
  leave(): void;
}

const unsavedKey = 'unsavedPreference';

export function createPreferenceSync({ api, readChoice, adopt, storage, notSaved, retryLater }: PreferenceSyncDeps): PreferenceSync {
  let isJoined = false;
  let isSaving = false;
  let isTold = false;

  const unsaved = (): Choice => {
    try {
      return Object(JSON.parse(storage.getItem(unsavedKey) ?? '{}')) as Choice;
    } catch {
      return {};
    }
  };
  const keepUnsaved = (change: Choice) => {
    if (Object.keys(change).length > 0) storage.setItem(unsavedKey, JSON.stringify(change));
    else storage.removeItem(unsavedKey);
  };

  /** null means: as the language has it, which is what the page does without a choice. */
  const takeOver = (account: UserPreference) => {
    const waiting = unsaved();
    adopt(
      Object.fromEntries(
        Object.entries(account).filter(
          ([name, value]) => !Object.hasOwn(waiting, name) && !(value === null && (name === 'updown' || name === 'fiat')),
        ),
      ),
    );
  };

  async function save(): Promise<void> {
    const change = unsaved();
    if (!isJoined || isSaving || Object.keys(change).length === 0) return;
    isSaving = true;
    try {
      await api.call('updatePreference', change);
      isTold = false;
      // What was changed again meanwhile stays to be saved.
      keepUnsaved(Object.fromEntries(Object.entries(unsaved()).filter(([name, value]) => change[name as keyof Choice] !== value)));
    } catch (error) {
      if (!isTold && isJoined) notSaved(error);
      isTold = true;
      retryLater(() => void save());
      return;
    } finally {
      isSaving = false;
    }
    await save();
  }

  return {
    async join(isFirst) {
      isJoined = true;
      let isAnswered = true;
      try {
        takeOver(isFirst ? await api.call('updatePreference', { ...readChoice(), keepChosen: true }) : await api.call('getPreference', {}));
      } catch {
        // Section 8: the locally stored time zone, and with it everything else chosen here, stands.
        isAnswered = false;
      }
      await save();
      return isAnswered;
    },
    chosen(change) {
      if (!isJoined) return;
      keepUnsaved({ ...unsaved(), ...change });
      void save();
    },
    async refresh() {
      if (!isJoined) return;
      try {
        takeOver(await api.call('getPreference', {}));
      } catch {}
    },
    leave() {
      isJoined = false;
      keepUnsaved({});
    },
  };
}
