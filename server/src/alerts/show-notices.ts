// The last step of a pop-up: every web process hears of it, and the one that has an open page of the person says that it was shown.
import type { PriceNotice } from '@tidemark/contract/alerts.ts';
import type { UserId } from '@tidemark/contract/wire.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { notice, noticeReaders, noticeSeen } from '#topics/index.ts';
import { readersBySlice, readersEveryMs } from './notice-readers.ts';

export interface ShowNoticesDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  /** To every open page of the user; onSeen when the first of them has it. */
  readonly show: (userId: UserId, payload: PriceNotice, onSeen: () => void) => void;
  /** The users with such a page. */
  readonly readers: () => UserId[];
}

export function showNotices({ bus, clock, show, readers }: ShowNoticesDeps): Unsubscribe {
  const tellReaders = (): void => {
    for (const some of readersBySlice(readers())) bus.publish(noticeReaders, some);
  };
  tellReaders();
  const undo = [
    clock.every(readersEveryMs, tellReaders),
    bus.subscribe(notice, ({ userId, payload, deliveryIds }) => show(userId, payload, () => bus.publish(noticeSeen, { deliveryIds }))),
  ];
  return () => {
    for (const undoOne of undo) undoOne();
  };
}
