import { type RefObject, useEffect } from 'react';

/** How far below the top of the window an element stands while nothing is scrolled, in CSS pixels. */
function placeOf(element: HTMLElement): number {
  let scrolled = 0;
  for (let around = element.parentElement; around; around = around.parentElement) scrolled += around.scrollTop;
  return Math.round(element.getBoundingClientRect().top + scrolled);
}

/**
 * Tells a box where it stands (`--grid-top`), so that it fills the window below what is above it, which may wrap or
 * come and go.
 */
export function useFilledBelow(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    const page = element?.closest<HTMLElement>('.page');
    if (!element || !page) return undefined;
    const observer = new ResizeObserver(() => {
      // a page in a tab that is not shown stands nowhere
      if (element.offsetParent) element.style.setProperty('--grid-top', `${placeOf(element)}px`);
    });
    observer.observe(page);
    return () => observer.disconnect();
  }, [box]);
}
