import { href, type PageName } from '@tidemark/contract/pages.ts';
import { useRef, useState } from 'react';
import { rankRules } from '@tidemark/contract/analytics.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import { isolated } from '#features/analytics/money.tsx';
import { useRankOrder } from '#features/analytics/use-rank-order.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Empty } from '#ui/states.tsx';
import { CoinRows } from './coin-rows.tsx';
import { AskedFor, ModuleFrame } from './module-frame.tsx';
import { boardChoice, boardLists, boardRows, type BoardList } from './overview-queries.ts';

/** Fewer rows of the other side are not worth their heading. */
const fewestBeside = 3;
/** The empty state of a board is as high as so many rows. */
const rowsOfEmpty = 4;

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

/** In a market that falls as a whole few coins rise: the board goes on with those that fell most, rather than be half empty. */
function OtherSide({ of, room }: { of: 'gainers' | 'losers'; room: number }) {
  const t = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const list = of === 'gainers' ? 'losers' : 'gainers';
  const { rows } = useRankOrder(boardChoice(list), body);
  if (rows?.length === 0) return null;
  return (
    <>
      <h3 className="ov-other">{t(`overview.board.${list}`)}</h3>
      <CoinRows label={t(`overview.board.${list}`)} rows={rows?.slice(0, room) ?? null} expected={room} isWide body={body} />
    </>
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
      {rows && (list === 'gainers' || list === 'losers') && rows.length <= boardRows - fewestBeside && (
        <OtherSide of={list} room={boardRows - Math.max(1 + rows.length, rowsOfEmpty)} />
      )}
      {rows?.length !== 0 && <BoardRule list={list} />}
    </AskedFor>
  );
}

/** A coin that counts as risen beside it may be too little traded to be listed here. */
function BoardRule({ list }: { list: BoardList }) {
  const t = useText();
  const { money } = useFormat();
  return (
    <p className="ov-rule small-note">
      {t(`analytics.rank.rule.${list}`, {
        floor: isolated(money(liquidityFloorUsdt, 'USD')),
        days: rankRules.newListingDays,
        window: t('analytics.window.24h'),
      })}
    </p>
  );
}
