/**
 * Why the embedded database cannot run, for the person who starts the server.
 * The message's first line says it all; further lines, if any, are the last ones that PostgreSQL wrote.
 */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}
