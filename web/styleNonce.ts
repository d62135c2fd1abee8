/**
 * Lets our own scripts add style elements under a Content-Security-Policy that refuses inline styles.
 *
 * The server puts a fresh nonce into each page. antd passes it on to most of its style elements, but not to those of
 * its CSS variables, its scroll lock or its scroll-bar measure, and some icons have an (empty) one within their SVG; so
 * every style element made by a script gets it here.
 * A style that comes in as markup (what the policy is there against) still has none.
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

function withNonce<Made extends Element>(element: Made, value: string): Made {
  if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) element.nonce = value;
  return element;
}
