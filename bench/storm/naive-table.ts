// The peer: the table one writes first. Every row is in the page, every frame sets the state of the whole table.
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { quoteAt, type QuoteRow, type SymbolItem } from '@tidemark/contract/market.ts';

declare const document: Document;

const price = (text: string) => new Intl.NumberFormat('en', { maximumFractionDigits: 8 }).format(Number(text));
const percent = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 2, signDisplay: 'exceptZero' });

function Table({ items, visible }: { items: readonly SymbolItem[]; visible: number }) {
  const [quotes, setQuotes] = useState<ReadonlyMap<string, QuoteRow>>(() => new Map(items.map(({ symbolId, quote }) => [symbolId, quote])));
  useEffect(() => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/stream`);
    socket.onopen = () => {
      const args = [
        { topic: 'tickers', instType: 'sp', instId: 'default' },
        ...items.slice(0, visible).map(({ symbolId }) => ({ topic: 'ticker', instType: 'sp', instId: symbolId })),
      ];
      socket.send(JSON.stringify({ action: 'subscribe', args }));
    };
    socket.onmessage = ({ data }) => {
      const rows = (JSON.parse(data as string) as { data?: QuoteRow[] }).data ?? [];
      setQuotes((before) => {
        const next = new Map(before);
        for (const row of rows) next.set(row[quoteAt.symbolId], row);
        return next;
      });
    };
    return () => socket.close();
  }, [items, visible]);
  const rows = [...items].sort(
    (a, b) => Number(quotes.get(b.symbolId)![quoteAt.turnover24h]) - Number(quotes.get(a.symbolId)![quoteAt.turnover24h]),
  );
  return h(
    'table',
    null,
    h(
      'tbody',
      null,
      rows.map((item) => {
        const quote = quotes.get(item.symbolId)!;
        return h(
          'tr',
          { key: item.symbolId },
          h('td', null, `${item.baseSymbol}/${item.pricedSymbol} ${item.name}`),
          h('td', null, price(quote[quoteAt.last])),
          h('td', null, percent.format(Number(quote[quoteAt.last]) / Number(quote[quoteAt.open24h]) - 1)),
          h('td', null, price(quote[quoteAt.high24h])),
          h('td', null, price(quote[quoteAt.low24h])),
          h('td', null, price(quote[quoteAt.turnover24h])),
        );
      }),
    ),
  );
}

const { data } = (await (await fetch('/v1/mix/market/getHomeQuotation?businessLine=1&pageNum=1&pageSize=5000')).json()) as {
  data: { items: SymbolItem[] };
};
createRoot(document.getElementById('root')!).render(h(Table, { items: data.items, visible: 40 }));
