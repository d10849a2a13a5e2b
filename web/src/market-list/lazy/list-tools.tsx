// What one does with a list beside reading it: fetched when the page has come to rest.
import type { CurrencyCode } from '@tidemark/contract/money.ts';
import type { PageName } from '@tidemark/contract/pages.ts';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import 'virtual:words/lists';
import type { Column } from '#features/market-table/columns.ts';
import type { ListOrder } from '#features/market-table/list-url.ts';
import type { OpenOf } from '#features/market-table/select-rows.ts';
import { BaseMenu } from './base-menu.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { ExportButton } from './export-button.tsx';
import { ViewsMenu } from './views-menu.tsx';

export { CoinPanel } from './coin-panel.tsx';

export interface ListToolsProps {
  readonly page: PageName;
  /** Those that are shown, and those that are shown when nobody chose. */
  readonly columns: readonly Column[];
  readonly usual: readonly Column[];
  readonly rows: readonly SymbolItem[];
  readonly order: ListOrder;
  readonly openOf: OpenOf | null;
  readonly currency: CurrencyCode;
}

export function ListTools(props: ListToolsProps) {
  return (
    <>
      <BaseMenu />
      <ColumnsMenu columns={props.columns} usual={props.usual} />
      <ViewsMenu />
      <ExportButton {...props} />
    </>
  );
}
