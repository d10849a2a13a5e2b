import { isPhone } from '@tidemark/contract/accounts.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import { latinDigits } from '#i18n/typed-number.ts';
import { TextField } from '#ui/text-field.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { CurrentPassword } from './current-password.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useAccountChange } from './use-account-change.ts';

const digits = (typed: string, max: number) => latinDigits(typed).replace(/\D/g, '').slice(0, max);

export function PhoneDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useText();
  const api = useApi();
  const [areaCode, setAreaCode] = useState('');
  const [phone, setPhone] = useState('');
  const [isTried, setTried] = useState(false);
  return (
    <CodeDialog
      isOpen={isOpen}
      onClose={() => {
        setAreaCode('');
        setPhone('');
        setTried(false);
        onClose();
      }}
      title={t('accounts.phone.change')}
      problem={() => {
        setTried(true);
        return isPhone(areaCode, phone) ? null : '';
      }}
      request={(password) => api.call('requestBindPhone', { areaCode, phone, password })}
      sent={t('accounts.phone.sent', { phone: `\u2066+${areaCode} ${phone}\u2069` })}
      confirm={(code) => api.call('bindPhone', { code })}
    >
      <div className="grid grid-cols-[112px_1fr] gap-3" dir="ltr">
        <TextField
          label={t('accounts.phone.area')}
          inputMode="numeric"
          autoComplete="tel-country-code"
          value={areaCode && `+${areaCode}`}
          placeholder="+"
          onChange={({ target }) => setAreaCode(digits(target.value, 4))}
        />
        <TextField
          label={t('accounts.phone.number')}
          inputMode="tel"
          autoComplete="tel-national"
          value={phone}
          problem={isTried && !isPhone(areaCode, phone) ? t('accounts.required') : null}
          onChange={({ target }) => setPhone(digits(target.value, 14))}
        />
      </div>
    </CodeDialog>
  );
}

export function RemovePhoneDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useText();
  const api = useApi();
  const [password, setPassword] = useState('');
  const { isBusy, failure, fail, change } = useAccountChange();
  const close = () => {
    setPassword('');
    fail(null);
    onClose();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={t('accounts.phone.removeTitle')}
      failure={failure}
      isBusy={isBusy}
      submit={t('accounts.remove')}
      isDangerous
      onSubmit={() => change(() => api.call('unbindPhone', { password: password || undefined }), close)}
    >
      <CurrentPassword value={password} onChange={setPassword} />
    </FormDialog>
  );
}
