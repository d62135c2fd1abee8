import { useEffect, useState } from 'react';

/**
 * Returns the focus to the element that opened a dialog when the dialog unmounts, or to the page's content if that
 * element no longer exists. Otherwise keyboard navigation would start at the top of the page.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const target =
        opener instanceof HTMLElement && opener !== document.body && opener.isConnected
          ? opener
          : document.getElementById('content');
      target?.focus({ preventScroll: true });
    },
    [opener],
  );
}
