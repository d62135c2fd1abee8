/**
 * The header that names a download: plain ASCII for old clients, and the name in UTF-8 (RFC 6266, RFC 8187). Unpaired
 * surrogates, which have no UTF-8, are replaced.
 */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encoded}`;
}
