import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Height of a heading row, in CSS pixels. */
const HEADING_HEIGHT = 37;
/** Minimum height in CSS pixels, for five rows. In a smaller window the page scrolls. */
const MIN_HEIGHT = 190;

/**
 * Height of a table's body in CSS pixels, so that headings and body fill their element.
 *
 * @param headings number of lines that are no rows
 * @param lineHeight height of such a line
 */
export function useBodyHeight(
  box: RefObject<HTMLElement | null>,
  headings: number,
  lineHeight: number = HEADING_HEIGHT,
): number {
  const [height, setHeight] = useState(MIN_HEIGHT);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void =>
      setHeight(Math.max(MIN_HEIGHT, Math.floor(element.clientHeight) - lineHeight * headings));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box, headings, lineHeight]);
  return height;
}

/** Makes a table without focusable content reachable by keyboard, so that it can be scrolled horizontally. */
export function useReachableBody(box: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  useEffect(() => {
    const body = box.current?.querySelector('.ant-table-body');
    if (isEmpty) body?.setAttribute('tabindex', '0');
    else body?.removeAttribute('tabindex');
  }, [box, isEmpty]);
}
