// What the live socket tells of the analytics room: the newest mover events, and views by name.
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { Analytics } from '#analytics/index.ts';
import type { LiveRows } from '#edge/socket/channel.ts';

export function createViewRows({ live }: Pick<Analytics, 'live'>): { readonly movers: LiveRows; readonly views: LiveRows } {
  const isPlain = ({ instType }: SubscriptionArg) => instType === undefined;
  return {
    movers: {
      has: (arg) => isPlain(arg) && (arg.instId ?? 'default') === 'default',
      keys: live.moverIds,
      encode(id) {
        const event = live.mover(id);
        return event && JSON.stringify(event);
      },
    },
    views: {
      has: (arg) => isPlain(arg) && arg.instId !== undefined && live.has(arg.instId),
      keys: (arg) => [arg.instId!],
      encode: live.encode,
    },
  };
}
