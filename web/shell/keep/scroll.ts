import { type RefObject, useLayoutEffect } from 'react';

/**
 * Brings a page that was hidden back to where it was scrolled, and all that scrolls in it: browsers forget that of what
 * they do not draw.
 */
export function useKeptScroll(
  box: RefObject<HTMLElement | null>,
  memory: Map<Element, { top: number; left: number }>,
): void {
  useLayoutEffect(() => {
    const root = box.current;
    if (!root) return;
    for (const [element, place] of memory) {
      if (root.contains(element)) element.scrollTo(place);
      else memory.delete(element);
    }
    const onScroll = ({ target }: Event): void => {
      if (target instanceof Element) memory.set(target, { top: target.scrollTop, left: target.scrollLeft });
    };
    // Scrolling does not bubble, but it can be caught on its way down.
    root.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => root.removeEventListener('scroll', onScroll, { capture: true });
  }, [box, memory]);
}
