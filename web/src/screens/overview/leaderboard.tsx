import { href, type PageName } from '@tidemark/contract/pages.ts';
import { useRef, useState } from 'react';
import { useRankOrder } from '#features/analytics/use-rank-order.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Empty } from '#ui/states.tsx';
import { CoinRows } from './coin-rows.tsx';
import { AskedFor, ModuleFrame } from './module-frame.tsx';
import { boardChoice, boardLists, boardRows, type BoardList } from './overview-queries.ts';

const pageOf: Readonly<Record<BoardList, PageName>> = {
  hot: 'rank',
  gainers: 'rank',
  losers: 'rankLosers',
  turnover: 'rankTurnover',
  newListing: 'rankNewListing',
};

export function Leaderboard() {
  const t = useText();
  const locale = useLocale();
  const [list, setList] = useState<BoardList>('gainers');
  return (
    <ModuleFrame
      name="realTimeLeaderboard"
      head={
        <RadioSegments
          isInline
          label={t('analytics.rank.tabs')}
          value={list}
          options={boardLists.map((value) => ({ value, label: t(`overview.board.${value}`) }))}
          onChange={setList}
        />
      }
      more={href(locale, pageOf[list] as 'rank') + (list === 'hot' ? '?tab=popular' : '')}
    >
      <Board key={list} list={list} />
    </ModuleFrame>
  );
}

function Board({ list }: { list: BoardList }) {
  const t = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, answer, hasFailed, retry } = useRankOrder(boardChoice(list), body);
  return (
    <AskedFor query={{ isError: hasFailed, data: answer, refetch: retry }}>
      {rows?.length === 0 ? (
        <Empty title={t('table.empty')} help={t('analytics.rank.nobody')} />
      ) : (
        <CoinRows label={t(`overview.board.${list}`)} rows={rows?.slice(0, boardRows) ?? null} expected={boardRows} isWide body={body} />
      )}
    </AskedFor>
  );
}
