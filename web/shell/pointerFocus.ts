/**
 * Shows no focus ring on an element that was focused with the mouse and gets the focus back because Escape closed a
 * dialog. The browser takes Escape for navigation by keyboard. The next key shows the ring again.
 */
export function hideRingAfterEscape(): void {
  let isPointer = false;
  let lastKey = '';
  let hidden: HTMLElement | undefined;
  const clicked = new WeakSet<HTMLElement>();
  const showAgain = (): void => {
    hidden?.removeAttribute('data-ring');
    hidden = undefined;
  };
  document.addEventListener('pointerdown', () => (isPointer = true), true);
  document.addEventListener(
    'keydown',
    ({ key }) => {
      isPointer = false;
      lastKey = key;
      showAgain();
    },
    true,
  );
  document.addEventListener('focusin', ({ target }) => {
    showAgain();
    if (!(target instanceof HTMLElement)) return;
    if (isPointer) clicked.add(target);
    else if (lastKey !== 'Escape') clicked.delete(target);
    else if (clicked.has(target)) {
      target.dataset['ring'] = 'none';
      hidden = target;
    }
  });
}
