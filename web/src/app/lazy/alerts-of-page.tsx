// The alert dialog of the page, and the notices of the logged-in person.
import { AlertHost } from '#features/alerts/alert-host.tsx';
import { AlertNotices } from '#features/alerts/alert-notices.tsx';
import { useOpenInPlace } from '#features/alerts/open-in-place.ts';
import { useSession } from '#session/session.ts';

export function AlertsOfPage() {
  const { user } = useSession();
  useOpenInPlace();
  return (
    <>
      <AlertHost />
      {user && <AlertNotices key={user.userId} />}
    </>
  );
}
