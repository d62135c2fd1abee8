/**
 * What can be done with every entity, each a column of the matrix; what an entity has beside stands in the last one.
 */
export const OPERATIONS: readonly string[] = ['query', 'add', 'edit', 'delete', 'export', 'import'];
