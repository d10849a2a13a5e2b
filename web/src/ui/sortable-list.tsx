// A list people put in order: by dragging a handle with any pointer, or with the arrow keys while the handle has the focus.
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface SortableItem {
  readonly id: string;
  readonly name: string;
}

interface SortableListProps<T extends SortableItem> {
  readonly label: string;
  readonly items: readonly T[];
  /** Of the handle. */
  moveLabel(name: string): string;
  /** Said by screen readers. */
  movedLabel(name: string, place: number): string;
  onSort(ids: readonly string[]): void;
  readonly children: (item: T) => ReactNode;
}

export function SortableList<T extends SortableItem>({ label, items, moveLabel, movedLabel, onSort, children }: SortableListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  /** While something is dragged, the order as it would be. */
  const [dragged, setDragged] = useState<{ readonly id: string; readonly order: readonly string[] } | null>(null);
  const dragEnd = useRef(new AbortController());
  useEffect(() => () => dragEnd.current.abort(), []);
  const [said, setSaid] = useState('');
  const byId = new Map(items.map((item) => [item.id, item]));
  const shown = dragged ? dragged.order.flatMap((id) => byId.get(id) ?? []) : items;
  const ids = shown.map(({ id }) => id);

  const place = (order: readonly string[], id: string, to: number): readonly string[] => {
    const rest = order.filter((other) => other !== id);
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
    if (to >= 0 && to < ids.length && to !== at) finish(id, place(ids, id, to));
  };
  /** The place in the list at this height of the window. */
  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const over = rows.findIndex(({ top, bottom }) => y >= top && y < bottom);
    return over >= 0 ? over : y < (rows[0]?.top ?? 0) ? 0 : rows.length - 1;
  };
  // The window is listened to, because a handle that moves in the document with its row loses a captured pointer.
  const startDrag = (id: string, pointerId: number) => {
    dragEnd.current.abort();
    dragEnd.current = new AbortController();
    const { signal } = dragEnd.current;
    let order: readonly string[] = ids;
    setDragged({ id, order });
    const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', hear: (event: PointerEvent) => void) =>
      window.addEventListener(type, (event) => event.pointerId === pointerId && hear(event), { signal });
    listen('pointermove', ({ clientY }) => {
      const to = placeAt(clientY);
      if (to === order.indexOf(id)) return;
      order = place(order, id, to);
      setDragged({ id, order });
    });
    listen('pointerup', () => {
      dragEnd.current.abort();
      finish(id, order);
    });
    listen('pointercancel', () => {
      dragEnd.current.abort();
      setDragged(null);
    });
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
              onPointerDown={({ button, pointerId }) => button === 0 && startDrag(item.id, pointerId)}
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
