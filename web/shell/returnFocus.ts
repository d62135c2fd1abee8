import { useEffect, useState } from 'react';

/**
 * For a dialog that is taken away when it is done: gives the focus back to what opened it, or where that is gone to the
 * page's content. Otherwise a keyboard would start at the top of the page again.
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
