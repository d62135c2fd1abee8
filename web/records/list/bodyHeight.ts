import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Of one row of a table's headings, in CSS pixels. */
const HEADING = 37;
/** A table never gets lower than five rows, however small the window: the page scrolls instead. */
const LOWEST = 190;

/** How high a table's body may be so that its rows of headings and its body fill their box, in CSS pixels. */
export function useBodyHeight(box: RefObject<HTMLElement | null>, headings: number): number {
  const [height, setHeight] = useState(LOWEST);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void => setHeight(Math.max(LOWEST, Math.floor(element.clientHeight) - HEADING * headings));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box, headings]);
  return height;
}

/** Lets the keyboard scroll a table sideways that has nothing in it to go to. */
export function useReachableBody(box: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  useEffect(() => {
    const body = box.current?.querySelector('.ant-table-body');
    if (isEmpty) body?.setAttribute('tabindex', '0');
    else body?.removeAttribute('tabindex');
  }, [box, isEmpty]);
}
