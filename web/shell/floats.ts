let landmark: HTMLElement | undefined;

/**
 * Where what floats over the page is drawn: select lists, menus, hints, messages. A landmark of its own, for assistive
 * technology finds what stands outside of all landmarks only by chance. It has no place or layer of its own, so what is
 * in it stands and scrolls as it would in the body.
 *
 * @param name what the landmark is called, in the reader's language
 */
export function floats(name: string): HTMLElement {
  if (!landmark) {
    landmark = document.createElement('aside');
    document.body.append(landmark);
  }
  landmark.setAttribute('aria-label', name);
  return landmark;
}
