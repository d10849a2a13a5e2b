// Which calls are tools, and what they are called there. A tool is a call and nothing beside it: its input is the call's own, its limits
// and refusals are those of the call.
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { inputSchemaOf } from '@tidemark/contract/openapi.ts';
import type { Call } from '@tidemark/contract/wire.ts';

const callOfTool = {
  search_coins: 'searchCoin',
  get_quotes: 'getHomeQuotation',
  get_candles: 'getMoreKlineData',
  get_rankings: 'indexLeaderboardNew',
  get_movers: 'changesV2',
  get_market_metrics: 'getMetrics',
  get_trading_data: 'tradingNow',
  get_trading_data_series: 'tradingSeries',
  get_network_series: 'networkSeries',
  get_funding_rates: 'fundingTable',
  get_largest_liquidations: 'largestLiquidations',
  list_alerts: 'listAlerts',
  get_alert_log: 'listAlertLog',
  get_alert_form: 'alertParameters',
  preview_alert: 'previewAlert',
  create_alert: 'createAlert',
  edit_alert: 'updateAlert',
  delete_alerts: 'deleteAlerts',
  change_alerts: 'changeAlerts',
  export_alerts: 'exportAlerts',
  import_alerts: 'importAlerts',
  list_favorites: 'listFavorites',
  list_favorite_categories: 'listCategories',
  add_favorites: 'addFavorites',
  remove_favorites: 'removeFavorites',
  move_favorite: 'changeFavoriteCategories',
  create_favorite_category: 'addCategory',
  rename_favorite_category: 'updateCategory',
  delete_favorite_category: 'deleteCategory',
} as const satisfies Record<string, CallName>;

export interface Tool {
  readonly name: string;
  readonly callName: CallName;
  readonly call: Call;
}

export const tools: readonly Tool[] = Object.entries(callOfTool).map(([name, callName]) => ({ name, callName, call: calls[callName] }));
const byName = new Map(tools.map((tool) => [tool.name, tool]));
export const findTool = (name: string): Tool | undefined => byName.get(name);

/** The language comes with the request. */
const notAsked = ['languageType'];

/** As the protocol tells them. Made when first asked for: most processes never are. */
export const describeTools = () =>
  tools.map(({ name, call }) => {
    const { properties, required = [] } = inputSchemaOf(call);
    const needs = call.scope === undefined ? '' : ` Personal token: scope ${call.scope}.`;
    return {
      name,
      description: `${call.about}${call.who === 'user' ? needs : ''}`,
      inputSchema: {
        type: 'object' as const,
        properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !notAsked.includes(field))),
        required,
      },
      annotations: { readOnlyHint: call.kind !== 'write', destructiveHint: /^(delete|remove|change)_/.test(name), openWorldHint: false },
    };
  });
