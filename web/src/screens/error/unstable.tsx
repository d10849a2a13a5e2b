import { useLocation } from 'react-router';
import { useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Empty } from '#ui/states.tsx';

/** Section 2: the page of a failure. Refreshing goes back to where it happened. */
export function Unstable() {
  const t = useText();
  const { search } = useLocation();
  return (
    <>
      <h1 className="sr-only">{t('page.unstable')}</h1>
      <Empty title={t('page.unstable')}>
        <Button kind="primary" onClick={() => refresh(new URLSearchParams(search).get('from'))}>
          <Icon name="refresh" />
          {t('action.refresh')}
        </Button>
      </Empty>
    </>
  );
}

/** Only a path of this site: '//elsewhere' would be another one. */
function refresh(from: string | null) {
  if (from && /^\/(?![/\\])/.test(from)) location.replace(from);
  else location.reload();
}
