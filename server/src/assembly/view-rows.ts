// What the live socket tells of the analytics room: the newest mover events, views by name, the charts that are open.
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import { networkInstId } from '@tidemark/contract/trading-data.ts';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { Analytics } from '#analytics/index.ts';
import type { LiveRows } from '#edge/socket/channel.ts';

export function createViewRows({
  live,
  openCharts,
}: Pick<Analytics, 'live' | 'openCharts'>): Readonly<Record<'movers' | 'views' | 'series', LiveRows>> {
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
    series: {
      // A symbol says which market it is of, the network is of none.
      has: ({ instId = '', instType, channel = '' }) =>
        (instId === networkInstId ? instType === undefined : instTypeOf(instId) === instType) && openCharts.has(instId, channel),
      keys: ({ instId = '', channel = '' }) => [`${instId} ${channel}`],
      encode: openCharts.encode,
      opened: ({ instId = '', channel = '' }) => openCharts.open(instId, channel),
    },
  };
}
