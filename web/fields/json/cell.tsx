import type { CellProps } from '../types.ts';
import { isAbsent } from '../types.ts';

/** JSON on one line, or formatted on the record's page. */
export const Cell = ({ value, full }: CellProps) => {
  if (isAbsent(value)) return null;
  return full ? (
    <pre className="kind-json">{JSON.stringify(value, null, 2)}</pre>
  ) : (
    <code className="kind-long">{JSON.stringify(value)}</code>
  );
};
