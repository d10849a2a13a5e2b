import { useText } from '#i18n/text.tsx';
import { whenReachable } from '#page/when-reachable.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Empty } from '#ui/states.tsx';

/** Section 2: a failure, and the way back to the place where it happened; without one it is here. */
export function Unstable({ place }: { place?: string }) {
  const t = useText();
  return (
    <>
      <h1 className="sr-only">{t('page.unstable')}</h1>
      <Empty title={t('page.unstable')}>
        <Button kind="primary" onClick={() => void whenReachable(() => (place ? location.replace(place) : location.reload()))}>
          <Icon name="refresh" />
          {t('action.refresh')}
        </Button>
      </Empty>
    </>
  );
}
