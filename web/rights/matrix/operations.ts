/** Operations of every entity, each with a column in the matrix. The last column has an entity's other operations. */
export const OPERATIONS: readonly string[] = ['query', 'add', 'edit', 'delete', 'export', 'import'];
