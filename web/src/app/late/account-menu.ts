import { createElement, lazy, Suspense } from 'react';
import type { UserInfo } from '@tidemark/contract/users.ts';
import { withWords } from '#i18n/words.ts';
import { StillAccount } from '../tool-faces.tsx';

const Panel = lazy(async () => ({ default: (await withWords(import('./account-panel.tsx'))).AccountPanel }));

/** Only who is logged in needs it, so it is a file of its own. */
export const AccountMenu = ({ user }: { user: UserInfo }) => createElement(Suspense, { fallback: createElement(StillAccount) }, createElement(Panel, { user }));
