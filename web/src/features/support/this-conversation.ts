// The one conversation of this tab, and how components read it.
import { useSyncExternalStore } from 'react';
import { randomId } from '#api/random-id.ts';
import { browserApp } from '#page/browser.ts';
import { localStore } from '#session/local-store.ts';
import { postToTabs } from '#session/tabs.ts';
import { createConversation, type Conversation, type ConversationState } from './conversation.ts';
import { hasConversationKey } from './has-conversation-key.ts';
import { createOutbox } from './outbox.ts';

let conversation: Conversation | undefined;
export const thisConversation = (): Conversation => (conversation ??= begin());

function begin(): Conversation {
  const begun = createConversation({
    api: browserApp().api,
    outbox: createOutbox(storage()),
    now: Date.now,
    newKey: randomId,
    after(ms, fn) {
      const timer = setTimeout(fn, ms);
      return () => clearTimeout(timer);
    },
    postToTabs: () => postToTabs('support'),
  });
  begun.watch(() => {
    const { phase, total, pending } = begun.state();
    if (total > 0 || pending.length > 0) localStore.setItem(hasConversationKey, '1');
    else if (phase === 'ready') localStore.removeItem(hasConversationKey);
  });
  return begun;
}

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export const useConversation = (): ConversationState =>
  useSyncExternalStore(
    (fn) => thisConversation().watch(fn),
    () => thisConversation().state(),
  );
