// A list people put in order: by dragging a handle with any pointer, or with the arrow keys while the handle has the focus.
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

export interface SortableItem {
  readonly id: string;
  readonly name: string;
}

interface SortableListProps<T extends SortableItem> {
  readonly label: string;
  readonly items: readonly T[];
  /** Of the handle. */
  moveLabel(name: string): string;
  /** Said to those who do not see it. */
  movedLabel(name: string, place: number): string;
  onSort(ids: readonly string[]): void;
  readonly children: (item: T) => ReactNode;
}

export function SortableList<T extends SortableItem>({ label, items, moveLabel, movedLabel, onSort, children }: SortableListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  /** While something is dragged, the order as it would be. */
  const [dragged, setDragged] = useState<{ readonly id: string; readonly order: readonly string[] } | null>(null);
  /** The same at once: who lets go before the last move is drawn drops it where it is, not where it was. */
  const dropped = useRef<readonly string[]>([]);
  const drag = (id: string, order: readonly string[]) => {
    dropped.current = order;
    setDragged({ id, order });
  };
  const [said, setSaid] = useState('');
  const byId = new Map(items.map((item) => [item.id, item]));
  const shown = dragged ? dragged.order.flatMap((id) => byId.get(id) ?? []) : items;
  const ids = shown.map(({ id }) => id);

  const place = (id: string, to: number): readonly string[] => {
    const rest = ids.filter((other) => other !== id);
    return [...rest.slice(0, to), id, ...rest.slice(to)];
  };
  const finish = (id: string, order: readonly string[]) => {
    setDragged(null);
    if (order.some((other, i) => other !== items[i]?.id)) onSort(order);
    setSaid(movedLabel(byId.get(id)?.name ?? '', order.indexOf(id) + 1));
  };
  const onKeyDown = (id: string) => (event: KeyboardEvent<HTMLElement>) => {
    const at = ids.indexOf(id);
    const to =
      event.key === 'ArrowUp'
        ? at - 1
        : event.key === 'ArrowDown'
          ? at + 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? ids.length - 1
              : null;
    if (to === null) return;
    event.preventDefault();
    if (to >= 0 && to < ids.length && to !== at) finish(id, place(id, to));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragged || !list.current) return;
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
    const over = rows.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY < bottom);
    const first = rows[0];
    const to = over >= 0 ? over : first && event.clientY < first.top ? 0 : ids.length - 1;
    if (to !== ids.indexOf(dragged.id)) drag(dragged.id, place(dragged.id, to));
  };

  return (
    <>
      <ul ref={list} aria-label={label} className="sortable">
        {shown.map((item) => (
          <li key={item.id} className={dragged?.id === item.id ? 'is-dragged' : undefined}>
            <button
              type="button"
              className="handle"
              aria-label={moveLabel(item.name)}
              onKeyDown={onKeyDown(item.id)}
              onPointerDown={(event) => {
                if (event.button !== 0) return;
                event.currentTarget.setPointerCapture(event.pointerId);
                drag(item.id, ids);
              }}
              onPointerMove={onPointerMove}
              onPointerUp={() => dragged && finish(item.id, dropped.current)}
              onPointerCancel={() => setDragged(null)}
            >
              <span aria-hidden="true" />
            </button>
            {children(item)}
          </li>
        ))}
      </ul>
      <span className="sr-only" role="status">
        {said}
      </span>
    </>
  );
}
