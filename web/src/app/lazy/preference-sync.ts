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
  join(userId: string, isFirst: boolean): Promise<boolean>;
  /** Chosen here just now. Without a session it waits for one. */
  chosen(change: Choice): void;
  /** The account was changed elsewhere. */
  refresh(): Promise<void>;
  leave(): void;
}

const unsavedKey = 'unsavedPreference';

export function createPreferenceSync({ api, readChoice, adopt, storage, notSaved, retryLater }: PreferenceSyncDeps): PreferenceSync {
  let joined: string | null = null;
  let isSaving = false;
  let isTold = false;

  /** A browser that is closed before it is saved may be opened by another user, whose account it is nothing to. */
  const unsaved = (): Choice => {
    try {
      const { userId, change } = Object(JSON.parse(storage.getItem(unsavedKey) ?? '{}')) as { userId?: unknown; change?: unknown };
      return userId === joined ? (Object(change) as Choice) : {};
    } catch {
      return {};
    }
  };
  const keepUnsaved = (change: Choice) => {
    if (Object.keys(change).length > 0) storage.setItem(unsavedKey, JSON.stringify({ userId: joined, change }));
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
    const userId = joined;
    if (userId === null || isSaving || Object.keys(change).length === 0) return;
    isSaving = true;
    try {
      await api.call('updatePreference', change);
      isTold = false;
      // What was changed again meanwhile stays to be saved.
      if (joined === userId)
        keepUnsaved(Object.fromEntries(Object.entries(unsaved()).filter(([name, value]) => change[name as keyof Choice] !== value)));
    } catch (error) {
      if (!isTold && joined !== null) notSaved(error);
      isTold = true;
      retryLater(() => void save());
      return;
    } finally {
      isSaving = false;
    }
    await save();
  }

  return {
    async join(userId, isFirst) {
      joined = userId;
      let isAnswered = true;
      try {
        const account = isFirst
          ? await api.call('updatePreference', { ...readChoice(), keepChosen: true })
          : await api.call('getPreference', {});
        // Left meanwhile: it is no longer theirs what this browser shows.
        if (joined !== userId) return false;
        takeOver(account);
      } catch {
        // Section 8: the locally stored time zone, and with it everything else chosen here, stands.
        isAnswered = false;
      }
      await save();
      return isAnswered;
    },
    chosen(change) {
      if (joined === null) return;
      keepUnsaved({ ...unsaved(), ...change });
      void save();
    },
    async refresh() {
      const userId = joined;
      if (userId === null) return;
      try {
        const account = await api.call('getPreference', {});
        if (joined === userId) takeOver(account);
      } catch {}
    },
    leave() {
      joined = null;
      keepUnsaved({});
    },
  };
}
