import { useEffect, useState } from 'react';
import 'virtual:words/alerts';
import { useApi } from '#api/use-api.tsx';
import { allowPush } from '#features/alerts/push.ts';
import { useText } from '#i18n/text.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { isPushAllowed, stopPush } from '#session/push.ts';
import { Switch } from '#ui/switch.tsx';
import { useToast } from '#ui/toast.tsx';

/** Push belongs to the browser and not to the account: each one is asked, and each one can be let go. */
export function PushSwitch() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const failureText = useWriteFailure();
  const [isOn, setOn] = useState<boolean | null>(null);
  const look = () => void isPushAllowed().then(setOn, () => setOn(false));
  useEffect(look, []);
  const turn = async (isWanted: boolean) => {
    setOn(isWanted);
    try {
      if (isWanted) {
        const { vapidPublicKey } = await api.call('alertParameters', {});
        const outcome = await allowPush(api, vapidPublicKey);
        if (outcome !== 'allowed') toast(t(`alerts.push.${outcome}`), 'error');
      } else await stopPush(api);
    } catch (error) {
      toast(failureText(error), 'error');
    }
    look();
  };
  return <Switch label={t('accounts.notices.push')} isOn={isOn === true} onChange={(isWanted) => void turn(isWanted)} />;
}
