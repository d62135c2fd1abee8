/** Prints an identifier of the model as SQL: `"vslCde"`. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Prints a text of the model as an SQL literal that does not depend on `standard_conforming_strings`. Values from
 * callers must be bound instead.
 *
 * Marks of constraints and indexes are hashes of their text (`mark`). If the form of literals changes, the next
 * migration recreates all that contain a literal with another form, such as the CHECK of an `x-rule` whose pattern
 * has a backslash, and reads their tables.
 */
export function literal(text: string): string {
  const doubled = text.replaceAll("'", "''");
  return doubled.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`;
}
