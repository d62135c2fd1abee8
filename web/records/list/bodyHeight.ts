import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Height of a heading row, in CSS pixels. */
const HEADING_HEIGHT = 37;
/** Minimum height in CSS pixels, for five rows. In a smaller window the page scrolls. */
const MIN_HEIGHT = 190;

/** Height of a table's body in CSS pixels, so that headings and body fill their element. */
export function useBodyHeight(box: RefObject<HTMLElement | null>, headings: number): number {
  const [height, setHeight] = useState(MIN_HEIGHT);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void =>
      setHeight(Math.max(MIN_HEIGHT, Math.floor(element.clientHeight) - HEADING_HEIGHT * headings));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box, headings]);
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
