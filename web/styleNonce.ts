/**
 * Lets our own scripts add style elements under a Content-Security-Policy that refuses inline styles.
 *
 * The server puts a fresh nonce into each page. antd passes it on to most of its style elements, but not to those of
 * its CSS variables, its scroll lock or its scroll-bar measure; so every style element made by a script gets it here.
 * A style that comes in as markup (what the policy is there against) still has none.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

if (nonce) {
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}
