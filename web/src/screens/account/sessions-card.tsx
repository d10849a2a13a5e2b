import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountSession } from '@tidemark/contract/accounts.ts';
import { href } from '@tidemark/contract/pages.ts';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { FormFailure } from '#features/account-forms/form-failure.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { left } from '#session/enter.ts';
import { Button } from '#ui/button.tsx';
import { Band, Skeleton } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';

export function SessionsCard() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const sessions = useQuery(callQuery(api, 'listSessions', {}));
  const { isBusy, failure, run } = useSubmit();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['listSessions'] });

  const end = ({ sessionId, current }: AccountSession) =>
    void run(async () => {
      await api.call('revokeSession', { sessionId });
      if (current) return leave();
      toast(t('accounts.sessions.ended', { count: 1 }));
      await readAgain();
    });
  const endMany = (keepCurrent: boolean) =>
    void run(async () => {
      const { ended } = await api.call('revokeSessions', { keepCurrent });
      if (!keepCurrent) return leave();
      toast(t('accounts.sessions.ended', { count: ended }));
      await readAgain();
    });
  const leave = async () => {
    await left();
    location.assign(href(locale, 'login'));
  };

  return (
    <section className="frame settings-card" aria-labelledby="account-sessions">
      <h2 id="account-sessions">{t('accounts.section.sessions')}</h2>
      <FormFailure text={failure} />
      {sessions.isError && (
        <Band
          kind="error"
          text={t('accounts.sessions.failed')}
          action={{ label: t('action.retry'), onClick: () => void sessions.refetch() }}
        />
      )}
      {sessions.isPending && (
        <div className="setting">
          <Skeleton width={200} />
        </div>
      )}
      <ul>
        {sessions.data?.items.map((session) => (
          <SessionRow key={session.sessionId} session={session} isBusy={isBusy} onEnd={() => end(session)} />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button disabled={isBusy || (sessions.data?.items.length ?? 0) < 2} onClick={() => endMany(true)}>
          {t('accounts.sessions.endOthers')}
        </Button>
        <Button className="danger" disabled={isBusy} onClick={() => endMany(false)}>
          {t('accounts.sessions.endAll')}
        </Button>
      </div>
    </section>
  );
}

function SessionRow({ session, isBusy, onEnd }: { session: AccountSession; isBusy: boolean; onEnd(): void }) {
  const t = useText();
  const { time } = useFormat();
  const device = session.device || t('accounts.sessions.unknown');
  return (
    <li className="setting">
      <div>
        <span className="text-14">
          <bdi>{device}</bdi> {session.current && <span className="tag accent">{t('accounts.sessions.current')}</span>}
        </span>
        <span className="value">
          <bdi dir="ltr">{session.ip}</bdi> · {t('accounts.sessions.seen', { time: time(session.lastSeenAt, 'dateTime', 'UTC') })} UTC
        </span>
      </div>
      {!session.current && (
        <Button disabled={isBusy} aria-label={t('accounts.sessions.endOn', { device })} onClick={onEnd}>
          {t('accounts.sessions.end')}
        </Button>
      )}
    </li>
  );
}
