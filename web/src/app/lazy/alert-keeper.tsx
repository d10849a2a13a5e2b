// The alert dialog of the page, and the notices of whoever is logged in.
import { AlertHost } from '#features/alerts/alert-host.tsx';
import { NoticeDesk } from '#features/alerts/notice-desk.tsx';
import { useOpenInPlace } from '#features/alerts/open-in-place.ts';
import { useSession } from '#session/session.ts';

export function AlertKeeper() {
  const { user } = useSession();
  useOpenInPlace(user !== null);
  return (
    <>
      <AlertHost />
      {user && <NoticeDesk key={user.userId} />}
    </>
  );
}
