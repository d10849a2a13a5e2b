// What the tabs of one browser tell each other.
export type TabNews = 'preferences' | 'favorites' | 'alertLog' | 'support' | 'loggedIn' | 'loggedOut';

const channelName = 'tidemark';
let channel: BroadcastChannel | null = null;
const open = () => (typeof BroadcastChannel === 'undefined' ? null : (channel ??= new BroadcastChannel(channelName)));

/** Heard by the other tabs, not by this one. */
export const tellTabs = (news: TabNews): void => open()?.postMessage(news);

export function hearTabs(listener: (news: TabNews) => void): () => void {
  const ending = new AbortController();
  open()?.addEventListener('message', ({ data }) => listener(data as TabNews), { signal: ending.signal });
  return () => ending.abort();
}
