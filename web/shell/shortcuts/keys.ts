import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { areQuickKeysOn, onQuickKeys } from '../../api/quickKeys.ts';

/**
 * Listens for single-key shortcuts in the whole window, while they are on and the page is visible.
 *
 * @param onKey handles a key that is meant for the page. @returns whether the key has an effect
 */
export function useShortcuts(onKey: (event: KeyboardEvent) => boolean): void {
  const isOn = useSyncExternalStore(onQuickKeys, areQuickKeysOn);
  const handle = useEffectEvent((event: KeyboardEvent): void => {
    if (isShortcut(event) && onKey(event)) event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent): void => handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [isOn]);
}

/** Whether a key is for the page: pressed alone, and not typed into an input or a dialog. */
const isShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !isTyping(event.target) &&
  !isDialogOpen();

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role="combobox"], [role="listbox"], [role="menu"]') !== null);

const isDialogOpen = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].some((dialog) => dialog.checkVisibility());
