import { type RefObject, useEffect } from 'react';

/** A table that renders only visible rows. */
interface ScrollableTable {
  scrollTo(to: never): void;
}

/** The table and the box around it. */
interface VirtualTable {
  box: RefObject<HTMLElement | null>;
  table: RefObject<ScrollableTable | null>;
}

/** Selector of the parts that scroll horizontally with the cells. */
const SYNCED_PARTS = '.ant-table-header, .ant-table-summary';

function scrollTo({ box, table }: VirtualTable, left: number): void {
  table.current?.scrollTo({ left } as never);
  for (const part of box.current?.querySelectorAll(SYNCED_PARTS) ?? []) part.scrollLeft = left;
}

/**
 * Keeps the headings, totals and cells of a virtual table at the same horizontal position. To show a focused cell, the
 * browser scrolls only the body or an element inside it; this hook undoes that and scrolls the whole table instead.
 */
export function useSyncedScroll(box: VirtualTable['box'], table: VirtualTable['table']): void {
  useEffect(() => {
    const element = box.current;
    const sync = ({ target }: Event): void => {
      if (
        !(target instanceof HTMLElement) ||
        target.closest('.ant-table-tbody-virtual-holder') === null ||
        target.scrollLeft === 0
      )
        return;
      const moved = target.scrollLeft;
      target.scrollLeft = 0;
      scrollTo({ box, table }, (element?.querySelector(SYNCED_PARTS)?.scrollLeft ?? 0) + moved);
    };
    element?.addEventListener('scroll', sync, { capture: true });
    return () => element?.removeEventListener('scroll', sync, { capture: true });
  }, [box, table]);
}

/**
 * Scrolls a virtual table to a column.
 *
 * @param from left edge of the column, in pixels from the left of all columns
 * @param to right edge of the column
 * @param frozen width of the columns at the left that do not scroll, in pixels
 */
export function showColumnSpan(virtualTable: VirtualTable, from: number, to: number, frozen: number): void {
  const syncedPart = virtualTable.box.current?.querySelector(SYNCED_PARTS);
  if (!syncedPart) return;
  const left = Math.max(0, Math.min(from - frozen, Math.max(syncedPart.scrollLeft, to - syncedPart.clientWidth)));
  if (left !== syncedPart.scrollLeft) scrollTo(virtualTable, left);
}
