// The user's own account: name and ways in, preferences, sessions, and data. A visitor
// finds the preferences, kept in this browser.
import { useQuery } from '@tanstack/react-query';
import { proofFailed } from '@tidemark/contract/accounts.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { UserInfo } from '@tidemark/contract/users.ts';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import 'virtual:words/accounts';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { accountOptions } from '#features/account-forms/account-options.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { logOut } from '#session/enter.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { sessionNow, setSession, useLoginHref, useSession } from '#session/session.ts';
import { useWriteFailure } from '#page/write-failure.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Band, Skeleton } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';
import { ChannelsCard } from './channels-card.tsx';
import { DataCard } from './data-card.tsx';
import { loadAccount } from './load.ts';
import { NoticesCard } from './notices-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { standingOf } from './standing.ts';
import { TokensCard } from './tokens-card.tsx';

export const loader = pageLoader(loadAccount);
export const clientLoader = pageClientLoader(loadAccount);
export const shouldRevalidate = () => false;

export default function AccountScreen() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const failureText = useWriteFailure();
  const { state } = useSession();
  const isVisitor = state === 'visitor';
  const account = useQuery({ ...callQuery(api, 'userInfo', {}), enabled: !isVisitor });
  const user = isVisitor ? undefined : account.data?.userInfo;
  // What is shown, and what is being typed into it, stays when it cannot be read anew.
  const isMissing = account.isError && !user;
  // Other places that show the name follow a change made here; who it is, only the check of the session says.
  useEffect(() => {
    if (user && user.userId === sessionNow().user?.userId) setSession({ state: 'loggedIn', user });
  }, [user]);

  return (
    <>
      <div className="mb-4 flex min-h-10 items-center justify-between gap-4">
        <h1 className="text-20 tracking-tight">{t('accounts.account.title')}</h1>
        {user && (
          <Button onClick={() => void logOut(api).catch((error: unknown) => toast(failureText(error), 'error'))}>
            {t('accounts.logOut')}
          </Button>
        )}
      </div>
      {isVisitor && <VisitorNote />}
      {account.isError && !isVisitor && (
        <Band
          kind="error"
          text={t('accounts.account.loadFailed')}
          action={{ label: t('action.retry'), onClick: () => void account.refetch() }}
        />
      )}
      {user && <ProofNote user={user} />}
      {user && <AccountNotes user={user} />}
      <div className="settings-grid">
        <div>
          {!isVisitor && !isMissing && (user ? <Profile user={user} /> : <ProfileSkeleton />)}
          <NoticesCard isVisitor={isVisitor} />
          {!isVisitor && !isMissing && <ChannelsCard />}
        </div>
        <div>
          <PreferencesCard />
          {!isVisitor && !isMissing && <SessionsCard />}
          {!isVisitor && !isMissing && <TokensCard />}
          {user && <DataCard email={user.email} />}
        </div>
      </div>
    </>
  );
}

function Profile({ user }: { user: UserInfo }) {
  const options = useQuery(accountOptions(useApi()));
  return <ProfileCard user={user} canMail={options.data?.mail ?? false} canText={options.data?.sms ?? false} />;
}

function ProfileSkeleton() {
  const t = useText();
  return (
    <section className="frame settings-card" aria-busy="true">
      <h2>{t('accounts.section.profile')}</h2>
      {[160, 220, 140, 180, 120].map((width) => (
        <div key={width} className="setting">
          <Skeleton width={width} />
        </div>
      ))}
    </section>
  );
}

function VisitorNote() {
  const t = useText();
  return (
    <div className="note mb-4 flex-wrap items-center justify-between">
      <p className="max-w-[72ch]">{t('accounts.account.visitor')}</p>
      <Link className="btn primary" to={useLoginHref()}>
        {t('nav.login')}
      </Link>
    </div>
  );
}

/** For a user who was sent to the provider to prove who they are, and came back without proof. With mail, a password by mail is the way. */
function ProofNote({ user }: { user: UserInfo }) {
  const t = useText();
  const locale = useLocale();
  const canMail = useQuery(accountOptions(useApi())).data?.mail ?? false;
  if (new URLSearchParams(useLocation().search).get(proofFailed.name) !== proofFailed.value) return null;
  const byMail = canMail && user.bindEmail;
  return (
    <div className="note warn mb-3 flex-wrap items-center justify-between" role="alert">
      <p className="max-w-[72ch]">{t(byMail ? 'accounts.proof.failedMail' : 'accounts.proof.failed')}</p>
      {byMail && (
        <Link className="btn" to={href(locale, 'forgotPassword')}>
          {t('accounts.proof.byMail')}
        </Link>
      )}
    </div>
  );
}

/** What kind of account it is, where that changes something. */
function AccountNotes({ user }: { user: UserInfo }) {
  const t = useText();
  const standing = standingOf(user);
  const notes = [
    user.frozen && t('accounts.frozen'),
    user.subAccount && t('accounts.sub'),
    user.childFlag && t('accounts.children'),
  ].filter((note) => note !== false);
  return (
    <>
      {standing.length > 0 && (
        <p className="mb-3 flex flex-wrap gap-2">
          {standing.map(({ word, level }) => (
            <span key={word} className="tag accent">
              {t(word, { level: level ?? 0 })}
            </span>
          ))}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className={`note mb-3 ${user.frozen ? 'warn' : ''}`}>
          <Icon name="warn" />
          {note}
        </p>
      ))}
    </>
  );
}
