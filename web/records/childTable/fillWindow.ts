import { type RefObject, useEffect } from 'react';

/** Distance from the top of the window to an element while nothing is scrolled, in CSS pixels. */
function topOf(element: HTMLElement): number {
  let scrolled = 0;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) scrolled += parent.scrollTop;
  return Math.round(element.getBoundingClientRect().top + scrolled);
}

/** Sets `--grid-top` of a box, by which its style fills the window below; what is above it may wrap, come and go. */
export function useFillWindow(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    const page = element?.closest<HTMLElement>('.page');
    if (!element || !page) return undefined;
    const observer = new ResizeObserver(() => {
      // a page in a hidden tab has no place
      if (element.offsetParent) element.style.setProperty('--grid-top', `${topOf(element)}px`);
    });
    observer.observe(page);
    return () => observer.disconnect();
  }, [box]);
}
