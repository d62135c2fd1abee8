import type { ReminderSource } from './remind.ts';

/** Role of a transition in an approval: it starts it, moves it to the next level, or ends it. */
export type ApprovalStep = 'submit' | 'approve' | 'reject' | 'withdraw';

/** `x-approval`: levels by amount, through which a record must pass. */
export interface Approval {
  /** an option of the levels' type, or the field with it */
  type: string | { field: string };
  /** an option of the levels' business, or the field with it; absent: the levels for every business */
  business?: string | { field: string };
  /** the amount that determines the levels, in CEL, and its currency; absent: the levels from 0 on */
  amount?: { expr: string; currency?: { field: string } | { code: string } };
  /** the field with the number of the record; of its parent: `parent.<field>` */
  number: string;
  /** field of the to-do → field of the record, or `parent.<field>` */
  fill: Record<string, string>;
  /** fields of the record for the progress of its approval */
  keeps?: ApprovalKeeps;
  /** the entity with the levels */
  levels: string;
}

/**
 * `x-approval.keeps`: fields of the record for the submitter, the time and level of the last step, its opinion, and the
 * person who decided at each level.
 */
export interface ApprovalKeeps {
  submitter?: string;
  operated?: string;
  level?: string;
  opinion?: string;
  deciders?: Record<string, string>;
}

/** `x-entity.approvalLevels`: fields of the entity whose rows define who approves which records from which amount on. */
export interface LevelSource {
  type: string;
  business: string;
  /** the option of `business` for every business without rows of its own */
  every: string;
  /** approval climbs the options of this field in their order */
  level: string;
  /** money of one currency, in which amounts are compared */
  from: string;
  /** reference to the role, by id */
  role: string;
}

/** `x-entity.tasks`: fields of the entity whose rows are the to-dos of approvals. */
export interface TaskSource {
  type: string;
  business: string;
  number: string;
  /** entity and id of the record */
  entity: string;
  record: string;
  amount: string;
  levels: string;
  /** the level and the role that decide now */
  level: string;
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
