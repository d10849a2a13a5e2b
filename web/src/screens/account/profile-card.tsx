import type { UserInfo } from '@tidemark/contract/users.ts';
import { useState, type ReactNode } from 'react';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { useHasPassword } from './current-password.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { PhoneDialog, RemovePhoneDialog } from './phone-dialog.tsx';
import { TextDialog } from './text-dialog.tsx';

type Open = 'name' | 'email' | 'phone' | 'removePhone' | 'phishing' | 'password' | null;

export function ProfileCard({ user, canMail, canText }: { user: UserInfo; canMail: boolean; canText: boolean }) {
  const t = useText();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const bound = (isBound: boolean) => (
    <span className={isBound ? 'tag accent' : 'tag warn'}>{t(isBound ? 'accounts.confirmed' : 'accounts.notConfirmed')}</span>
  );
  const hasPassword = useHasPassword();
  const phone = user.phone ? `+${user.areaCode} ${user.phone}` : null;

  return (
    <section className="frame settings-card" aria-labelledby="account-profile">
      <h2 id="account-profile">{t('accounts.section.profile')}</h2>
      <Setting
        label={t('accounts.userId')}
        value={
          <>
            <bdi dir="ltr">{user.userId}</bdi>
            <span className="block text-12 text-ink-3">{t('accounts.userId.help')}</span>
          </>
        }
      >
        {null}
      </Setting>
      {user.starRealName && (
        <Setting label={t('accounts.legalName')} value={<bdi>{user.starRealName}</bdi>}>
          {null}
        </Setting>
      )}
      <Setting label={t('accounts.nickName')} value={<bdi>{user.nickName || t('accounts.notSet')}</bdi>}>
        <Button aria-label={`${t('accounts.change')}: ${t('accounts.nickName')}`} onClick={() => setOpen('name')}>
          {t('accounts.change')}
        </Button>
      </Setting>
      <Setting
        label={t('accounts.email')}
        value={
          <>
            {user.email ? (
              <>
                <bdi>{user.email}</bdi> {bound(user.bindEmail)}
              </>
            ) : (
              t('accounts.notSet')
            )}
            {!canMail && <span className="block text-12 text-ink-3">{t('accounts.email.noMail')}</span>}
          </>
        }
      >
        {canMail && (
          <Button aria-label={t('accounts.email.change')} onClick={() => setOpen('email')}>
            {t('accounts.change')}
          </Button>
        )}
      </Setting>
      <Setting
        label={t('accounts.phone')}
        value={
          <>
            {phone ? (
              <>
                <bdi dir="ltr">{phone}</bdi> {bound(user.bindPhone)}
              </>
            ) : (
              t('accounts.notSet')
            )}
            {!canText && <span className="block text-12 text-ink-3">{t('accounts.phone.noSms')}</span>}
          </>
        }
      >
        <span className="flex gap-2">
          {phone && (
            <Button aria-label={`${t('accounts.remove')}: ${t('accounts.phone')}`} onClick={() => setOpen('removePhone')}>
              {t('accounts.remove')}
            </Button>
          )}
          {canText && (
            <Button
              aria-label={`${t(phone ? 'accounts.change' : 'accounts.add')}: ${t('accounts.phone')}`}
              onClick={() => setOpen('phone')}
            >
              {t(phone ? 'accounts.change' : 'accounts.add')}
            </Button>
          )}
        </span>
      </Setting>
      <Setting
        label={t('accounts.phishing')}
        value={
          <>
            <bdi>{user.antiPhishingCode || t('accounts.notSet')}</bdi>
            <span className="block text-12 text-ink-3">{t('accounts.phishing.help')}</span>
          </>
        }
      >
        <Button aria-label={`${t('accounts.change')}: ${t('accounts.phishing')}`} onClick={() => setOpen('phishing')}>
          {t('accounts.change')}
        </Button>
      </Setting>
      <Setting label={t('accounts.password')} value={t(hasPassword ? 'accounts.passwordChange.help' : 'accounts.passwordSet.help')}>
        <Button
          aria-label={hasPassword ? t('accounts.passwordChange') : `${t('accounts.add')}: ${t('accounts.passwordSet')}`}
          onClick={() => setOpen('password')}
        >
          {t(hasPassword ? 'accounts.change' : 'accounts.add')}
        </Button>
      </Setting>

      <TextDialog
        isOpen={open === 'name'}
        onClose={close}
        field="nickName"
        title={t('accounts.nickName')}
        help={t('accounts.nickName.help')}
        value={user.nickName}
        maxLength={64}
      />
      <TextDialog
        isOpen={open === 'phishing'}
        onClose={close}
        field="antiPhishingCode"
        title={t('accounts.phishing')}
        help={t('accounts.phishing.help')}
        value={user.antiPhishingCode}
        maxLength={20}
      />
      <EmailDialog isOpen={open === 'email'} onClose={close} email={user.email} />
      <PhoneDialog isOpen={open === 'phone'} onClose={close} />
      <RemovePhoneDialog isOpen={open === 'removePhone'} onClose={close} />
      <PasswordDialog isOpen={open === 'password'} onClose={close} email={user.email} />
    </section>
  );
}

function Setting({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="setting">
      <div>
        <span className="text-14">{label}</span>
        <span className="value">{value}</span>
      </div>
      {children}
    </div>
  );
}
