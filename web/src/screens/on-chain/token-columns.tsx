// The columns of the onchain list. The token itself stands before all of them.
import type { OnchainToken } from '@tidemark/contract/onchain.ts';
import type { ComponentType } from 'react';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useRateFormat } from '#i18n/rate-format.ts';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { useNow } from '#live/use-quote.tsx';
import { Change, Num, Price } from '#ui/number.tsx';
import { RiskChips } from './risk-chips.tsx';
import type { TokenSort } from './token-rows.ts';

interface CellProps {
  readonly token: OnchainToken;
}

export interface TokenColumn {
  /** Its name in the address; its cells have the class c-<id>. */
  readonly id: string;
  readonly word: WordId;
  readonly sort: TokenSort | null;
  /** Leaves below 1200 px. */
  readonly isWide?: true;
  readonly Cell: ComponentType<CellProps>;
}

const changeColumn = (id: 'm5' | 'h1' | 'h6' | 'change', word: WordId, isWide?: true): TokenColumn => ({
  id,
  word,
  sort: id,
  ...(isWide && { isWide }),
  Cell: ({ token }) => <Change {...useFormat().change(token.change[id === 'change' ? 'h24' : id])} />,
});

function PriceCell({ token }: CellProps) {
  const { price } = useInUnit();
  return <Price text={price(token.priceUsdt)} />;
}

function VolumeCell({ token: { volume24h, buys24h, sells24h } }: CellProps) {
  const t = useText();
  const { money } = useInUnit();
  const brief = useBrief();
  return (
    <>
      <span className="hl">
        <Num text={money(volume24h)} />
      </span>
      <span className="sub">{t('lists.onchain.trades', { buys: brief(buys24h), sells: brief(sells24h) })}</span>
    </>
  );
}

function useBrief(): (trades: number) => string {
  const { count, money } = useFormat();
  return (trades) => (trades < 1_000 ? count(trades) : money(trades));
}

function LiquidityCell({ token }: CellProps) {
  const { money } = useInUnit();
  return <Num text={money(token.liquidity)} />;
}

function FdvCell({ token: { fdv, marketCap } }: CellProps) {
  const t = useText();
  const { money } = useInUnit();
  return (
    <>
      <span className="hl">
        <Num text={money(fdv)} />
      </span>
      <span className="sub">{marketCap === null ? t('lists.onchain.capUnknown') : <Num text={money(marketCap)} />}</span>
    </>
  );
}

function AgeCell({ token }: CellProps) {
  const { age } = useFormat();
  const now = useNow(60_000);
  return <Num text={now === null ? null : age(now - token.createdAt)} />;
}

export const usualTokenColumns: readonly TokenColumn[] = [
  { id: 'price', word: 'table.price', sort: 'price', Cell: PriceCell },
  changeColumn('m5', 'lists.onchain.m5', true),
  changeColumn('h1', 'lists.onchain.h1', true),
  changeColumn('change', 'table.change'),
  { id: 'volume', word: 'lists.onchain.volume24h', sort: 'volume', Cell: VolumeCell },
  { id: 'liquidity', word: 'lists.onchain.liquidity', sort: 'liquidity', isWide: true, Cell: LiquidityCell },
  { id: 'fdv', word: 'lists.onchain.fdvCap', sort: 'fdv', Cell: FdvCell },
  {
    id: 'holders',
    word: 'lists.onchain.holdersCount',
    sort: 'holders',
    isWide: true,
    Cell: ({ token }) => <Num text={useFormat().count(token.holders)} />,
  },
  { id: 'age', word: 'lists.onchain.age', sort: 'age', isWide: true, Cell: AgeCell },
  { id: 'risk', word: 'lists.onchain.risks', sort: null, Cell: RiskChips },
];

export const moreTokenColumns: readonly TokenColumn[] = [
  changeColumn('h6', 'lists.onchain.h6', true),
  {
    id: 'top10',
    word: 'lists.onchain.top10',
    sort: 'top10',
    isWide: true,
    Cell: ({ token }) => <Num text={useRateFormat().share(token.top10Share)} />,
  },
  { id: 'dex', word: 'lists.onchain.dex', sort: null, isWide: true, Cell: ({ token }) => <bdi>{token.dex}</bdi> },
];
