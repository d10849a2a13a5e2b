// What is typed and not sent. It outlives the panel and the page, in this tab, and is shown to no other user.

const draftKey = 'support.draft';

/** owner: null for a visitor, whose text goes along into the account. */
interface Draft {
  readonly text: string;
  readonly owner: string | null;
}

/** owner: undefined while it is not known who reads. */
export function readDraft(owner: string | null | undefined): string {
  try {
    const draft = Object(JSON.parse(sessionStorage.getItem(draftKey) ?? 'null')) as Partial<Draft>;
    return typeof draft.text === 'string' && (draft.owner === null || draft.owner === owner) ? draft.text : '';
  } catch {
    return '';
  }
}

export function writeDraft(text: string, owner: string | null | undefined): void {
  const draft: Draft = { text, owner: owner ?? null };
  try {
    if (text === '') sessionStorage.removeItem(draftKey);
    else sessionStorage.setItem(draftKey, JSON.stringify(draft));
  } catch {
    // It lasts as long as the panel.
  }
}

export const forgetDraft = (): void => writeDraft('', null);
