let landmark: HTMLElement | undefined;

/**
 * Returns the container of select lists, menus, tooltips and messages. It is a landmark, because assistive technology
 * may miss content outside of landmarks. It has no position and no stacking context, so its content is placed and
 * scrolls as in the body.
 *
 * @param name name of the landmark in the user's language
 */
export function popupContainer(name: string): HTMLElement {
  if (!landmark) {
    landmark = document.createElement('aside');
    document.body.append(landmark);
  }
  landmark.setAttribute('aria-label', name);
  return landmark;
}
