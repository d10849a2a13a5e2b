// What is typed and not sent. It outlives the panel and the page, in this tab, and is shown to no other user.
import { attempt } from '#session/attempt.ts';

const draftKey = 'support.draft';

/** owner: null for a visitor, whose text goes along into the account. */
interface Draft {
  readonly text: string;
  readonly owner: string | null;
}

/** owner: undefined while it is not known who reads. */
export function readDraft(owner: string | null | undefined): string {
  const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(draftKey) ?? 'null'));
  const draft = Object(kept) as Partial<Draft>;
  return typeof draft.text === 'string' && (draft.owner === null || draft.owner === owner) ? draft.text : '';
}

/** Where nothing can be kept, it lasts as long as the panel. */
export function writeDraft(text: string, owner: string | null | undefined): void {
  const draft: Draft = { text, owner: owner ?? null };
  if (text === '') forgetDraft();
  else attempt(() => sessionStorage.setItem(draftKey, JSON.stringify(draft)));
}

export function forgetDraft(): void {
  attempt(() => sessionStorage.removeItem(draftKey));
}
