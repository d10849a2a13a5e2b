// What one does with a list beside reading it: fetched when the page has come to rest.
import 'virtual:words/lists';
import type { Column } from '#features/market-table/column.ts';
import { extraColumns } from '#features/market-table/extra-columns.tsx';
import { loadMoreColumns } from '#features/market-table/more-columns.ts';
import { BaseMenu } from './base-menu.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { ExportButton, type ExportButtonProps } from './export-button.tsx';
import { ViewsMenu } from './views-menu.tsx';

export { CoinPanel } from './coin-panel.tsx';

const fetchColumns = () => loadMoreColumns(new URLSearchParams({ cols: '' }));

interface ListToolsProps extends ExportButtonProps {
  /** Those that are shown when none was chosen. */
  readonly usual: readonly Column[];
}

export function ListTools(props: ListToolsProps) {
  return (
    <>
      <BaseMenu />
      <ColumnsMenu columns={props.columns} usual={props.usual} more={extraColumns} fetchColumns={fetchColumns} />
      <ViewsMenu />
      <ExportButton {...props} />
    </>
  );
}
