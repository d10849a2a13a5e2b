import { href } from '@tidemark/contract/pages.ts';
import type { UserInfo } from '@tidemark/contract/users.ts';
import 'virtual:words/accounts';
import { useApi } from '#api/use-api.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { logOut } from '#session/enter.ts';
import { useWriteFailure } from '#page/write-failure.ts';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuAction, MenuLink } from '#ui/menu.tsx';
import { useToast } from '#ui/toast.tsx';

/** Who is logged in, and the way to everything that is theirs. */
export function AccountPanel({ user }: { user: UserInfo }) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const failureText = useWriteFailure();
  const locale = useLocale();
  return (
    <Menu label={t('accounts.menu')} buttonClass="icon-btn max-tablet:hidden" button={<Icon name="user" />}>
      <p className="max-w-64 truncate px-2 pt-2 pb-1.5 text-13 font-semibold">
        <bdi>{user.nickName || user.email || user.loginName}</bdi>
      </p>
      <MenuLink to={href(locale, 'account')}>{t('accounts.menu.settings')}</MenuLink>
      <MenuLink to={href(locale, 'favorite')}>{t('nav.favorites')}</MenuLink>
      <MenuLink to={href(locale, 'priceAlert')}>{t('nav.priceAlerts')}</MenuLink>
      <div className="mt-1 border-t border-line pt-1">
        <MenuAction onSelect={() => void logOut(api).catch((error: unknown) => toast(failureText(error), 'error'))}>
          {t('accounts.logOut')}
        </MenuAction>
      </div>
    </Menu>
  );
}
