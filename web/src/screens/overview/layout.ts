// Which modules a person wants to see, and in which order. It lives in a cookie, so that the server already paints it so.
import type { OverviewModule } from '@tidemark/contract/site.ts';
import { queryOptions } from '@tanstack/react-query';

export interface Layout {
  readonly order: readonly OverviewModule[];
  readonly hidden: readonly OverviewModule[];
}

export const defaultOrder: readonly OverviewModule[] = [
  'globalDigitalCurrency',
  'quotationCards',
  'realTimeLeaderboard',
  'fearIndex',
  'riseDistribution',
  'marketHeatMap',
  'marketChanges',
  'leadingSector',
  'sexySector',
  'cheapCurrency',
  'contractData',
  'aiIndex',
  'industryTrend',
];
export const defaultLayout: Layout = { order: defaultOrder, hidden: [] };

const isModule = (name: string): name is OverviewModule => (defaultOrder as readonly string[]).includes(name);

/** Names parted by dots, hidden ones with a hyphen in front. What is not named stands where it stands by default. */
export function readLayout(text: string): Layout {
  const marks = text.split('.').filter(Boolean);
  const named = [...new Set(marks.map((mark) => mark.replace(/^-/, '')).filter(isModule))];
  const order: OverviewModule[] = [...named];
  for (const [place, module] of defaultOrder.entries()) if (!order.includes(module)) order.splice(place, 0, module);
  const hidden = new Set(marks.filter((mark) => mark.startsWith('-')).map((mark) => mark.slice(1)));
  return { order, hidden: order.filter((module) => hidden.has(module)) };
}

/** Empty when nothing differs from how the page comes. */
export function writeLayout({ order, hidden }: Layout): string {
  if (hidden.length === 0 && order.every((module, place) => module === defaultOrder[place])) return '';
  return order.map((module) => (hidden.includes(module) ? `-${module}` : module)).join('.');
}

export function moved(order: readonly OverviewModule[], module: OverviewModule, by: -1 | 1): readonly OverviewModule[] {
  const from = order.indexOf(module);
  const to = from + by;
  return to < 0 || to >= order.length ? order : order.with(to, module).with(from, order[to]!);
}

/** load() puts it there: it is known on both sides and before the first paint. */
export const layoutQuery = queryOptions({ queryKey: ['overviewLayout'], queryFn: (): Layout => defaultLayout, enabled: false });
