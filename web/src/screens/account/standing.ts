import type { UserInfo } from '@tidemark/contract/users.ts';
import { isUta } from '@tidemark/contract/users.ts';
import type { WordId } from '#i18n/words.ts';

export interface Standing {
  readonly word: WordId;
  readonly level?: number;
}

/** What the exchange says of an account, as far as it says anything: most sites of this program know no levels. */
export const standingOf = (
  user: Pick<UserInfo, 'accountMode' | 'showUserVip' | 'vipLevel' | 'hasRealValidate' | 'identityLevel'>,
): readonly Standing[] => [
  ...(isUta(user.accountMode) ? [{ word: 'accounts.uta' } as const] : []),
  ...(user.showUserVip ? [{ word: 'accounts.vip', level: user.vipLevel } as const] : []),
  ...(user.hasRealValidate ? [{ word: 'accounts.identity', level: user.identityLevel } as const] : []),
];
