/** Writes rows; all of them or none. */
export type WriteRows<Row> = (rows: readonly Row[]) => Promise<void>;

/**
 * Runs a write of many rows. Where the database refuses it, its halves are written, until each refused row is alone.
 *
 * @param isRefusal whether an error refuses the rows; any other error is thrown
 * @param writeAlone receives a row that is refused by itself, with the error
 */
export async function writeByHalves<Row>(
  rows: readonly Row[],
  write: WriteRows<Row>,
  isRefusal: (error: unknown) => boolean,
  writeAlone: (row: Row, error: unknown) => Promise<void>,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    await write(rows);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (rows.length === 1) return writeAlone(rows[0]!, error);
    const middle = rows.length >> 1;
    await writeByHalves(rows.slice(0, middle), write, isRefusal, writeAlone);
    await writeByHalves(rows.slice(middle), write, isRefusal, writeAlone);
  }
}
