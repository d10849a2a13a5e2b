import { fileNameOf } from '@tidemark/contract/brand.ts';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import type { PageName } from '@tidemark/contract/pages.ts';
import type { Column } from '#features/market-table/column.ts';
import type { ListOrder } from '#features/market-table/list-url.ts';
import { useLive } from '#live/use-quote.tsx';
import { createWorthOf } from '#features/market-table/worth.ts';
import { figuresOf, orderRows, type OpenOf } from '#features/market-table/select-rows.ts';
import { useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { Icon } from '#ui/icon.tsx';
import { useToast } from '#ui/toast.tsx';
import { csvOfRows } from './csv.ts';

export interface ExportButtonProps {
  readonly page: PageName;
  /** Those that are shown. */
  readonly columns: readonly Column[];
  readonly rows: readonly SymbolItem[];
  readonly order: ListOrder;
  readonly openOf: OpenOf | null;
}

/** The rows as they stand now, for programs: plain numbers, in the currency of each pair. */
export function ExportButton({ page, columns, rows, order, openOf }: ExportButtonProps) {
  const t = useText();
  const toast = useToast();
  const { quotes } = useLive();
  const isSimulated = useIsSimulated();
  const { name: site } = useBrand();

  const save = () => {
    const latest = (item: (typeof rows)[number]) => quotes.get(item.symbolId) ?? figuresOf(item);
    const worthOf = createWorthOf(undefined, (symbolId) => quotes.get(symbolId)?.last);
    const ordered = orderRows(rows, order, { latest, worthOf, openOf, figure: columns.find(({ sort }) => sort === order.sort)?.figure });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(
      new Blob(
        [
          csvOfRows(
            ordered,
            columns.map(({ id }) => id),
            latest,
            openOf,
            isSimulated,
          ),
        ],
        { type: 'text/csv;charset=utf-8' },
      ),
    );
    link.download = fileNameOf(site, `${page}-${new Date().toISOString().slice(0, 10)}.csv`);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
    toast(t('lists.exported', { count: ordered.length }));
  };

  return (
    <button type="button" className="btn" aria-label={t('lists.export')} title={t('lists.export')} onClick={save}>
      <Icon name="download" />
      <span className="max-pc:sr-only">CSV</span>
    </button>
  );
}
