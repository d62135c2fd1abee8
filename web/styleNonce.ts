/**
 * Sets the nonce of every style element that a script creates: the Content-Security-Policy refuses inline styles
 * without it.
 *
 * The server writes a fresh nonce into each page. antd sets it on most of its style elements, but not on the style
 * elements of its CSS variables, its scroll lock and its measurement of scroll bars, nor on empty style elements in the
 * SVG of some icons. A style element in markup, which the policy should refuse, still gets no nonce.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

if (nonce) {
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement =>
    withNonce(createElement(name, options), nonce);
  const createElementNS = document.createElementNS.bind(document) as (
    namespace: string | null,
    name: string,
    options?: ElementCreationOptions,
  ) => Element;
  document.createElementNS = ((namespace: string | null, name: string, options?: ElementCreationOptions) =>
    withNonce(createElementNS(namespace, name, options), nonce)) as typeof document.createElementNS;
}

function withNonce<T extends Element>(element: T, value: string): T {
  if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) element.nonce = value;
  return element;
}
