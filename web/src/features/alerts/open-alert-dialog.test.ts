import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import type { UserInfo } from '@tidemark/contract/users.ts';
import { checking, setSession, visitor } from '#session/session.ts';
import { alertRequestNow, openAlertDialog } from './open-alert-dialog.ts';

const wanted = { mode: 'add', businessLine: businessLine.spot, symbolId: 'BTCUSDT' } as const;
const user = { userId: '1' } as UserInfo;

test('a dialog that is open when its person logs out in another tab closes with the session', () => {
  setSession({ state: 'loggedIn', user });
  openAlertDialog(wanted);
  setSession(visitor);
  assert.equal(alertRequestNow(), null);
});

test('a session that is only looked at again keeps what was typed', () => {
  setSession({ state: 'loggedIn', user });
  openAlertDialog(wanted);
  setSession(checking);
  setSession({ state: 'loggedIn', user });
  assert.equal(alertRequestNow(), wanted);
});
