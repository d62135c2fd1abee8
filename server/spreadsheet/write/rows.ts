/** Rows as the read path yields them: the columns' values in JSON form. */
export type Rows = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>;
