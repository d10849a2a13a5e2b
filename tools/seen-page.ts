// What the page showed when a journey failed. The folder with its picture stays on the machine that ran it, which is often out of reach.
const shownLines = 60;

/** Out of Playwright's account of a failure: the dialog that was open, if there was one, or else the top of the page. */
export function seenPage(account: string): string | null {
  const snapshot = /# Page snapshot\s+```yaml\n([\s\S]*?)```/.exec(account)?.[1]?.trimEnd();
  if (!snapshot) return null;
  const lines = snapshot.split('\n');
  const dialog = lines.findIndex((line) => /^\s*- dialog\b/.test(line));
  const shown = lines.slice(Math.max(dialog, 0)).slice(0, shownLines);
  return shown.join('\n');
}
