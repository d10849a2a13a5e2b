// Views of market lists that people keep: which list, and how it was chosen, ordered and laid out. A view is an address of ours.
import * as v from 'valibot';
import { matchPage, type PageName } from './pages.ts';
import { call, characters, done, filled, languageType, listOf, text, timeMs } from './wire.ts';

export const listViewRule = { views: 30, nameLength: 40, addressLength: 600 } as const;

const listPages: ReadonlySet<PageName> = new Set(['spot', 'futures', 'futuresUsdcM', 'futuresCoinM', 'margin', 'onChain']);

/** Of a list, without a language: every reader who opens it reads it in theirs. */
export const isListAddress = (address: string): boolean => {
  const [pathname = ''] = address.split('?');
  const match = matchPage(pathname);
  return match !== null && !match.prefixed && listPages.has(match.page) && /^[\x21-\x7e]+$/.test(address);
};

const viewId = v.pipe(characters, v.maxLength(36), v.uuid());
const name = v.pipe(characters, v.trim(), v.minLength(1), v.maxLength(listViewRule.nameLength));
const address = v.pipe(characters, v.maxLength(listViewRule.addressLength), v.check(isListAddress));

const listView = v.object({
  viewId: filled(64),
  name: text(listViewRule.nameLength),
  address: text(listViewRule.addressLength),
  savedAt: timeMs,
});
export type ListView = v.InferOutput<typeof listView>;

const views = v.object({ items: listOf(listView, listViewRule.views), total: v.number() });

export const listViewCalls = {
  listViews: call({
    kind: 'read',
    method: 'POST',
    path: '/user/listView/list',
    who: 'user',
    about: 'The saved views of market lists, by name.',
    input: v.object({ languageType }),
    output: views,
  }),
  saveListView: call({
    kind: 'write',
    method: 'POST',
    path: '/user/listView/save',
    who: 'user',
    about: 'Keeps a view of a list under a name; the same name again replaces it.',
    input: v.object({ languageType, name, address }),
    output: listView,
  }),
  deleteListView: call({
    kind: 'write',
    method: 'POST',
    path: '/user/listView/delete',
    who: 'user',
    about: 'Forgets a view. One that is not there is forgotten already.',
    input: v.object({ languageType, viewId }),
    output: done,
  }),
} as const;
