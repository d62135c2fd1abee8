/** Rows as the read path yields them: the values of the columns in their JSON form. */
export type Rows = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>;
