// What the tabs of one browser tell each other.
export type TabMessage = 'preferences' | 'favorites' | 'alertLog' | 'support' | 'loggedIn' | 'loggedOut';

const channelName = 'tabs';
let channel: BroadcastChannel | null = null;
const open = () => (typeof BroadcastChannel === 'undefined' ? null : (channel ??= new BroadcastChannel(channelName)));

/** Heard by the other tabs, not by this one. */
export const postToTabs = (news: TabMessage): void => open()?.postMessage(news);

export function onTabMessage(listener: (news: TabMessage) => void): () => void {
  const ending = new AbortController();
  open()?.addEventListener('message', ({ data }) => listener(data as TabMessage), { signal: ending.signal });
  return () => ending.abort();
}
