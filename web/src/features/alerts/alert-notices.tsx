// Price notices as they arrive (section 4, Price notice): shown and sounded in the tab in front, each key once.
import { useQueryClient } from '@tanstack/react-query';
import type { PriceNotice } from '@tidemark/contract/alerts.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { useLive } from '#live/use-quote.tsx';
import { onTabMessage } from '#session/tabs.ts';
import { playTone } from '#ui/play-tone.ts';
import { useToast } from '#ui/toast.tsx';
import { logChanged } from './alert-queries.ts';
import { createNoticeSound } from './notice-sound.ts';
import { createSeenKeys } from './seen-keys.ts';
import { createSpeaker, thisPage, whenInFront, type Speaker } from './speaker.ts';
import 'virtual:words/alerts';

export function AlertNotices() {
  const { socket } = useLive();
  const queryClient = useQueryClient();
  const speaker = useRef<Speaker | null>(null);
  const show = useShowNotice();

  useEffect(() => {
    const own = (speaker.current = createSpeaker(thisPage()));
    return () => own.end();
  }, []);

  const hear = useEffectEvent((rows: readonly unknown[]) => {
    for (const row of rows) {
      if (isNotice(row) && speaker.current?.isSpeaking() && seen.isNew(row.key)) show(row);
    }
    logChanged(queryClient);
  });
  // What was read in another tab is read here too.
  useEffect(() => onTabMessage((news) => news === 'alertLog' && logChanged(queryClient)), [queryClient]);
  // The empty snapshot opens each subscription: what fired before this tab listened, or while it was away, is asked for.
  useEffect(() => socket?.subscribe({ topic: 'price_notice' }, (frame) => hear(frame.data)), [socket]);
  return null;
}

/** By hand: the schema would bring its library into every page. */
const isNotice = (row: unknown): row is PriceNotice => {
  const { key, title, popContent } = Object(row) as Partial<PriceNotice>;
  return [key, title, popContent].every((text) => typeof text === 'string');
};

const seen = createSeenKeys();
const sound = createNoticeSound(playTone);

function useShowNotice(): (notice: PriceNotice) => void {
  const t = useText();
  const toast = useToast();
  const locale = useLocale();
  const navigate = useNavigate();
  return (notice) => {
    const toHistory = () => void navigate(`${href(locale, 'priceAlert')}?tab=history`);
    if (notice.isShow) {
      const text = `${notice.title}. ${notice.popContent}`;
      whenInFront(() => toast(text, 'done', [{ label: t('alerts.look'), onClick: toHistory }]));
      if (document.hidden && typeof Notification !== 'undefined' && Notification.permission === 'granted') {
        const desktop = new Notification(notice.title, { body: notice.popContent, tag: notice.key });
        desktop.addEventListener('click', () => {
          window.focus();
          toHistory();
        });
      }
    }
    // A sound always comes with something to see.
    if (notice.isShow && notice.sound) void sound(notice.tone, () => whenInFront(() => toast(t('alerts.soundBlocked'), 'error')));
  };
}
