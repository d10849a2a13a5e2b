import { useQuery } from '@tanstack/react-query';
import { linkedChannelNames, noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import { Dialog } from '#ui/dialog.tsx';

const lookEveryMs = 2_000;

interface TelegramDialogProps {
  /** Of the chat with the bot, with a code in it. */
  readonly url: string;
  /** When the chat of before was connected. */
  readonly before: number | null;
  onClose(): void;
  onDone(): void;
}

/** Leads to the chat with the bot, and closes when that chat is connected. */
export function TelegramDialog({ url, before, onClose, onDone }: TelegramDialogProps) {
  const t = useText();
  const api = useApi();
  const channels = useQuery({ ...callQuery(api, 'listChannels', {}), refetchInterval: lookEveryMs });
  // Whoever opened this reads the same answers, and would take the new chat for the one of before.
  const [known] = useState(before);
  const linkedAt = channels.data?.items.find(({ channel }) => channel === noticeChannel.telegram)?.linked?.linkedAt ?? null;
  const finish = useEffectEvent(() => {
    onDone();
    onClose();
  });
  useEffect(() => {
    if (linkedAt !== null && linkedAt !== known) finish();
  }, [linkedAt, known]);
  const title = `${t('accounts.channels.connect')}: ${linkedChannelNames[noticeChannel.telegram]}`;
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t('action.close')}>
      <div className="grid gap-4">
        <p className="text-14 text-ink-2">{t('accounts.channels.telegram')}</p>
        <a className="btn primary justify-self-start" href={url} target="_blank" rel="noreferrer">
          {t('accounts.channels.openTelegram')}
        </a>
      </div>
    </Dialog>
  );
}
