/** Problem of one field, in the user's language. */
export interface FieldProblem {
  /** property name, or `child-entity[0].property` */
  field: string;
  key: string;
  message: string;
  params?: Record<string, unknown>;
  level?: 'warning';
  /** the first rows of a child because of which a rule of the record is violated */
  rows?: ProblemRow[];
  /** there are further such rows */
  moreRows?: boolean;
}

/** A row that a problem names. */
export interface ProblemRow {
  entity: string;
  id: string;
  title: string;
}

/** Key of the refusal of a stale `rev`, of a record or a child row. */
const STALE = 'MSG_generic_0010';

/** Error response of a call; `message` is ready to be shown. */
export class ApiError extends Error {
  /** HTTP status; 0 when the server could not be reached. The name is Refine's. */
  readonly statusCode: number;
  /** `code` of the envelope: 1, 401 or 10042 */
  readonly code: number;
  readonly key: string | undefined;
  readonly problems: FieldProblem[];
  readonly requestId: string | undefined;
  /** `result` of the envelope, which some errors have (the current row for a stale `rev`) */
  readonly result: unknown;

  /** the response has an envelope */
  readonly hasBody: boolean;
  /** the call timed out */
  readonly isLate: boolean;
  /** seconds until a retry, if the server states them */
  readonly retryAfter: number | undefined;

  constructor(statusCode: number, envelope: Partial<Envelope> | undefined, late?: 'late', retryAfter?: number) {
    super(envelope?.message ?? '');
    this.name = 'ApiError';
    this.statusCode = statusCode;
    this.code = envelope?.code ?? 1;
    this.key = envelope?.key;
    this.problems = envelope?.errors ?? [];
    this.requestId = envelope?.requestId;
    this.result = envelope?.result;
    this.hasBody = envelope !== undefined;
    this.isLate = late !== undefined;
    this.retryAfter = retryAfter;
  }

  /** The server was unreachable: neither notification nor dialog (1§8). */
  get isSilent(): boolean {
    return this.statusCode === 0 && !this.isLate;
  }

  /** The record or one of its children was changed since it was read. */
  get isStale(): boolean {
    return [this.key, ...this.problems.map(({ key }) => key)].includes(STALE);
  }

  /** All problems are warnings: the user may save anyway. */
  get onlyWarnings(): boolean {
    return this.problems.length > 0 && this.problems.every((problem) => problem.level === 'warning');
  }
}

/** Every JSON answer of the API. */
export interface Envelope {
  code: number;
  message: string;
  result: unknown;
  key?: string;
  errors?: FieldProblem[];
  requestId?: string;
}
