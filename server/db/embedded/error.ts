/**
 * The embedded database cannot run. The first line of the message is the reason, for the person who starts the server.
 * Further lines repeat the last output of PostgreSQL.
 */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}
