import { type RefObject, useLayoutEffect, useState } from 'react';

/** Of a table heading, in CSS pixels. */
const HEADING = 37;
/** A table never gets lower than five rows, however small the window: the page scrolls instead. */
const LOWEST = 190;

/** How high a table's body may be so that heading and body fill their box, in CSS pixels. */
export function useBodyHeight(box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(LOWEST);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void => setHeight(Math.max(LOWEST, Math.floor(element.clientHeight) - HEADING));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return height;
}
