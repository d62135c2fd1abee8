import type { ApiError, FieldProblem } from '../../api/error.ts';

/** A record that an operation created. */
export interface CreatedRecord {
  entity: string;
  id: string;
}

/** Result of one row in a bulk call. With level `warning` the row is refused only until its warnings are accepted. */
export interface Outcome extends Pick<FieldProblem, 'rows' | 'moreRows'> {
  id: string;
  ok: boolean;
  key: string | null;
  message: string | null;
  level?: 'warning';
  /** the field or input that the message concerns */
  field?: string;
  /** the record that was made of all rows together */
  made?: CreatedRecord;
}

/** Why an operation on all rows together was refused: the error of the call, or the outcomes of the refused rows. */
export type RefusedTogether = ApiError | readonly Outcome[];
