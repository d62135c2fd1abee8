import type { ReminderSource } from './remind.ts';

/**
 * Role of a transition in an approval. `submit` starts the approval, `approve` moves it to the next level or ends it,
 * `reject` and `withdraw` end it.
 */
export type ApprovalStep = 'submit' | 'approve' | 'reject' | 'withdraw';

/** `x-approval`: a record must be approved at levels that depend on its amount. */
export interface Approval {
  /** the approval type that selects the levels, or the field of the record with it */
  type: string | { field: string };
  /** the business type that selects the levels, or the field with it; absent: the levels for all business types */
  business?: string | { field: string };
  /** the amount that determines the levels, in CEL, and its currency; absent: the amount is 0 */
  amount?: ApprovalAmount;
  /** the field with the number of the record, or `parent.<field>` */
  number: string;
  /** field of the to-do → field of the record, or `parent.<field>` */
  fill: Record<string, string>;
  /** fields of the record for the progress of its approval */
  keeps?: ApprovalKeeps;
  /** the entity with the levels */
  levels: string;
}

/**
 * `x-approval.amount`: an expression in CEL with its currency (default: that of the levels), or the field with the
 * total of the amounts due of all children with `x-premium`.
 */
export type ApprovalAmount = { expr: string; currency?: { field: string } | { code: string } } | PremiumTotal;

/** `x-approval.amount` of a record whose children have `x-premium`. */
export interface PremiumTotal {
  /** the field with the total of the amounts due */
  premiums: string;
  /** operations that are refused without any such child */
  requiredAt: string[];
}

/**
 * `x-approval.keeps`: fields of the record that store the progress of its approval.
 */
export interface ApprovalKeeps {
  /** the person who submitted the record */
  submitter?: string;
  /** the time of the last step */
  operated?: string;
  /** the level of the last step */
  level?: string;
  /** the opinion of the last step */
  opinion?: string;
  /** level → field with the person who approved at this level */
  deciders?: Record<string, string>;
}

/**
 * `x-entity.approvalLevels`: fields of the entity whose rows define the levels: records of a type and business type
 * with at least the amount `from` need the approval of a role.
 */
export interface LevelSource {
  type: string;
  business: string;
  /** the option of `business` whose rows apply to all business types without rows of their own */
  every: string;
  /** the field with the level; an approval passes through the levels in the order of its options */
  level: string;
  /** the field with the amount; all amounts are compared in its currency */
  from: string;
  /** reference to the role, by id */
  role: string;
}

/** `x-entity.tasks`: fields of the entity whose rows are the to-dos of approvals. */
export interface TaskSource {
  type: string;
  business: string;
  number: string;
  /** the entity of the record */
  entity: string;
  /** the id of the record */
  record: string;
  amount: string;
  levels: string;
  /** the level that decides now */
  level: string;
  /** the role that decides now */
  role: string;
  submitter: string;
  submitted: string;
  operated: string;
  /** Y from a rejection until the record is submitted again or deleted */
  returned: string;
  /** the state of a finished to-do */
  closed: string;
  /** fields of reminders (`x-remind`) */
  reminder?: ReminderSource;
  log: {
    entity: string;
    via: string;
    by: string;
    at: string;
    step: string;
    level: string;
    role: string;
    opinion: string;
    steps: Record<ApprovalStep, string>;
  };
}
