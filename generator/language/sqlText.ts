/** Prints an identifier of the model as SQL: `"vslCde"`. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Prints a text of the model as an SQL literal that does not depend on `standard_conforming_strings`. Values from
 * callers must be bound instead.
 */
export function literal(text: string): string {
  const doubled = text.replaceAll("'", "''");
  return doubled.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`;
}
