import type { ViewRow } from '@tidemark/contract/views.ts';
import { useEffect, useState } from 'react';
import { useLive } from '#live/use-quote.tsx';

/** The newest state of a view that the socket tells; until it does, what the page came with. */
export function useView<T>(name: string | null, known: T | undefined): T | undefined {
  const { socket } = useLive();
  const [row, setRow] = useState<ViewRow<T> | null>(null);
  useEffect(() => {
    if (name === null) return;
    return socket?.subscribe({ topic: 'views', instId: name }, ({ data }) => {
      const newest = (data as ViewRow<T>[]).at(-1);
      if (newest) setRow(newest);
    });
  }, [socket, name]);
  return row && row.name === name ? row.data : known;
}
