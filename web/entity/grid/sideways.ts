import { type RefObject, useEffect } from 'react';

/** A table of which only the rows in sight are drawn. */
interface Scrolled { scrollTo(to: never): void }

/**
 * Keeps headings and cells of a virtual table together. The browser brings a cell that gets the focus into sight by moving the
 * body alone; the table is told to move by as much, and its headings and totals with it.
 */
export function useSideways(box: RefObject<HTMLElement | null>, table: RefObject<Scrolled | null>): void {
  useEffect(() => {
    const element = box.current;
    const follow = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || !target.classList.contains('ant-table-tbody-virtual-holder') || target.scrollLeft === 0) return;
      const moved = target.scrollLeft;
      target.scrollLeft = 0;
      table.current?.scrollTo({ left: (element?.querySelector('.ant-table-header')?.scrollLeft ?? 0) + moved } as never);
    };
    element?.addEventListener('scroll', follow, { capture: true });
    return () => element?.removeEventListener('scroll', follow, { capture: true });
  }, [box, table]);
}
