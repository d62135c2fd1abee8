/** Writes rows: either all of them, or none and it throws. */
export type WriteRows<Row> = (rows: readonly Row[]) => Promise<void>;

/**
 * Writes many rows at once. If the database refuses them, it writes each half separately, and so on, until it has found
 * each single row that is refused.
 *
 * @param isRefusal whether an error means that a row was refused; other errors are thrown
 * @param onRefusedRow receives each single row that was refused, with the error
 */
export async function writeByHalves<Row>(
  rows: readonly Row[],
  write: WriteRows<Row>,
  isRefusal: (error: unknown) => boolean,
  onRefusedRow: (row: Row, error: unknown) => Promise<void>,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    await write(rows);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (rows.length === 1) return onRefusedRow(rows[0]!, error);
    const middle = rows.length >> 1;
    await writeByHalves(rows.slice(0, middle), write, isRefusal, onRefusedRow);
    await writeByHalves(rows.slice(middle), write, isRefusal, onRefusedRow);
  }
}
