import { fileNameOf } from '@tidemark/contract/brand.ts';
import { useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { downloadText } from '#ui/chart/download-csv.ts';
import { csvOfTable, type CsvColumns } from '@tidemark/contract/csv.ts';
import { IconButton } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';
import 'virtual:words/lists';

interface CsvButtonProps<Row> {
  /** Of the file; its day is added. */
  readonly name: string;
  readonly columns: CsvColumns<Row>;
  readonly rows: readonly Row[] | null;
  /** Figures of the market, which may be simulated. */
  readonly isOfMarket?: boolean;
}

/** The rows as they stand now, for programs. */
export function CsvButton<Row>({ name, columns, rows, isOfMarket = true }: CsvButtonProps<Row>) {
  const t = useText();
  const toast = useToast();
  const { name: site } = useBrand();
  const isSimulated = useIsSimulated() && isOfMarket;
  const save = () => {
    if (!rows) return;
    downloadText(fileNameOf(site, `${name}-${new Date().toISOString().slice(0, 10)}.csv`), csvOfTable(columns, rows, isSimulated));
    toast(t('lists.exported', { count: rows.length }));
  };
  return <IconButton icon="download" label={t('lists.export')} aria-disabled={!rows?.length} onClick={save} />;
}
