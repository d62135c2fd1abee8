/** Prints an identifier of the model as SQL: `"vslCde"`. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Prints a text of the model as an SQL literal. With standard-conforming strings, only quotes are doubled. Values from
 * callers must be bound instead.
 */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
