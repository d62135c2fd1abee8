import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import type { RefusedTogether } from './outcome.ts';

/** An operation and its target. */
export interface OperationDialogProps {
  entity: Entity;
  operation: Operation;
  /** the record; absent for an operation on the list or on several rows */
  row?: Row;
  /** the rows of an operation on several rows */
  rows?: readonly Row[];
  /**
   * performs the operation on several rows with the input.
   *
   * @returns the refusal to show; undefined to close the dialog
   */
  onRows?: (input: Row) => Promise<RefusedTogether | undefined>;
  onClose: () => void;
}
