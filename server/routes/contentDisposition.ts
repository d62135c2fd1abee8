/**
 * The header that names a download: plain ASCII for old readers, and the name itself in UTF-8 (RFC 6266, RFC 8187). A
 * name with half a surrogate pair, which has no UTF-8, keeps the rest.
 */
export function contentDisposition(way: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${way}; filename="${name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encoded}`;
}
