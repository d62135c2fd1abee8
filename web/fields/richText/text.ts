/** The plain text of stored HTML. The parser's document is inert: nothing in it loads or runs. */
export const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
