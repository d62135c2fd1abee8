import { type RefObject, useLayoutEffect } from 'react';

/**
 * Restores the scroll positions of a page and its elements when it is shown again, because browsers drop the positions
 * of hidden elements.
 */
export function useRestoredScroll(
  box: RefObject<HTMLElement | null>,
  memory: Map<Element, { top: number; left: number }>,
): void {
  useLayoutEffect(() => {
    const root = box.current;
    if (!root) return;
    for (const [element, position] of memory) {
      if (root.contains(element)) element.scrollTo(position);
      else memory.delete(element);
    }
    const onScroll = ({ target }: Event): void => {
      if (target instanceof Element) memory.set(target, { top: target.scrollTop, left: target.scrollLeft });
    };
    // Scroll events do not bubble, but they can be captured.
    root.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => root.removeEventListener('scroll', onScroll, { capture: true });
  }, [box, memory]);
}
