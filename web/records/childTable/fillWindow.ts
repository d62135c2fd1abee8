import { type RefObject, useEffect } from 'react';

/** Distance from the top of the window to an element while nothing is scrolled, in CSS pixels. */
function topOf(element: HTMLElement): number {
  let scrolled = 0;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) scrolled += parent.scrollTop;
  return Math.round(element.getBoundingClientRect().top + scrolled);
}

/**
 * Keeps `--grid-top` of a box equal to its distance from the top of the window, so that its style can fill the window
 * below. The distance changes with the content above the box.
 */
export function useFillWindow(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    const page = element?.closest<HTMLElement>('.page');
    if (!element || !page) return undefined;
    const observer = new ResizeObserver(() => {
      // an element in a hidden tab has no position
      if (element.offsetParent) element.style.setProperty('--grid-top', `${topOf(element)}px`);
    });
    observer.observe(page);
    return () => observer.disconnect();
  }, [box]);
}
