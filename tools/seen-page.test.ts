import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenPage } from './seen-page.ts';

const account = (snapshot: string) => `# Error details\n\n\`\`\`\nTimed out\n\`\`\`\n\n# Page snapshot\n\n\`\`\`yaml\n${snapshot}\n\`\`\``;

test('a page is shown from its top, as far as it is read', () => {
  const lines = Array.from({ length: 100 }, (_, at) => `- row ${at}`);
  assert.equal(seenPage(account(lines.join('\n'))), lines.slice(0, 60).join('\n'));
});

test('an open dialog is shown instead of what is behind it', () => {
  assert.equal(
    seenPage(account('- main:\n  - table\n  - dialog "New alert":\n    - combobox "Contract"')),
    '  - dialog "New alert":\n    - combobox "Contract"',
  );
});

test('an account without a page shows none', () => {
  assert.equal(seenPage('# Error details\n\n```\nTimed out\n```'), null);
});
