import { createElement } from 'react';
import type { UserInfo } from '@tidemark/contract/users.ts';
import { withWords } from '#i18n/words.ts';
import { useOnDemand } from '#ui/use-on-demand.ts';
import { PlaceholderAccount } from '../header-placeholders.tsx';

const load = () => withWords(import('./account-panel.tsx'));

/** Only a logged-in user needs it, so it is a file of its own. Until it has arrived, or where it does not, a link leads to the account. */
export function AccountMenu({ user }: { user: UserInfo }) {
  const panel = useOnDemand(load, true);
  return panel ? createElement(panel.AccountPanel, { user }) : createElement(PlaceholderAccount);
}
