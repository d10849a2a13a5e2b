import { linkedChannelNames, linkedChannelRule, noticeChannel, type LinkedChannel } from '@tidemark/contract/alert-rules.ts';
import { useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { useText } from '#i18n/text.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { FormDialog } from './form-dialog.tsx';
import { OnceShown } from './once-shown.tsx';

export type Addressed = Exclude<LinkedChannel, 7>;

/** What such an address looks like. */
const examples: Readonly<Record<Addressed, string>> = {
  [noticeChannel.webhook]: 'https://example.com/hook',
  [noticeChannel.discord]: 'https://discord.com/api/webhooks/…',
  [noticeChannel.slack]: 'https://hooks.slack.com/services/…',
  [noticeChannel.ntfy]: 'https://ntfy.sh',
};

interface ChannelDialogProps {
  readonly channel: Addressed;
  onClose(): void;
  onDone(): void;
}

/** Asks where messages shall go; of a webhook it then shows the secret that they are signed with, this once. */
export function ChannelDialog({ channel, onClose, onDone }: ChannelDialogProps) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const isNtfy = channel === noticeChannel.ntfy;
  const [address, setAddress] = useState(isNtfy ? examples[channel] : '');
  const [topic, setTopic] = useState('');
  const [accessToken, setAccessToken] = useState('');
  const [isTried, setTried] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { isBusy, failure, run } = useSubmit();
  const name = linkedChannelNames[channel];
  const title = `${t('accounts.channels.connect')}: ${name}`;
  const isTopic = /^[\w-]{1,64}$/.test(topic.trim());
  const connect = () => {
    setTried(true);
    if (address.trim() === '' || (isNtfy && !isTopic)) return;
    void run(async () => {
      const given = isNtfy ? { topic: topic.trim(), ...(accessToken.trim() && { accessToken: accessToken.trim() }) } : {};
      const { secret: made } = await api.call('saveChannel', { channel, address: address.trim(), ...given });
      onDone();
      toast(t('accounts.channels.connected', { channel: name }));
      if (made === null) onClose();
      else setSecret(made);
    });
  };
  if (secret !== null)
    return (
      <Dialog isOpen onClose={onClose} title={title} closeLabel={t('action.close')}>
        <OnceShown note={t('accounts.channels.secretOnce')} name={name} value={secret} />
      </Dialog>
    );
  const missing = (isThere: boolean) => (isTried && !isThere ? t('accounts.required') : null);
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      failure={failure}
      isBusy={isBusy}
      submit={t('accounts.channels.connect')}
      onSubmit={connect}
    >
      <TextField
        label={t(isNtfy ? 'accounts.channels.server' : 'accounts.channels.address')}
        help={channel === noticeChannel.webhook ? t('accounts.channels.signed') : undefined}
        type="url"
        dir="ltr"
        autoComplete="off"
        placeholder={examples[channel]}
        maxLength={linkedChannelRule.addressLength}
        value={address}
        problem={missing(address.trim() !== '')}
        onChange={({ target }) => setAddress(target.value)}
      />
      {isNtfy && (
        <>
          <TextField
            label={t('accounts.channels.topic')}
            dir="ltr"
            autoComplete="off"
            maxLength={64}
            value={topic}
            problem={missing(isTopic)}
            onChange={({ target }) => setTopic(target.value)}
          />
          <TextField
            label={t('accounts.channels.accessToken')}
            type="password"
            dir="ltr"
            autoComplete="off"
            maxLength={200}
            value={accessToken}
            onChange={({ target }) => setAccessToken(target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
