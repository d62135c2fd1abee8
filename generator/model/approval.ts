import type { ReminderSource } from './remind.ts';

/** What a transition can be to an approval: it opens it, takes it one level on, or ends it. */
export type ApprovalStep = 'submit' | 'approve' | 'reject' | 'withdraw';

/** `x-approval`: levels by amount, through which a record must pass. */
export interface Approval {
  /** an option of the levels' type, or the field that holds it */
  type: string | { field: string };
  /** an option of the levels' business, or the field that holds it; absent: the levels for every business */
  business?: string | { field: string };
  /** what decides the levels, in CEL, and its currency; absent: the levels from 0 on */
  amount?: { expr: string; currency?: { field: string } | { code: string } };
  /** the field by which people know the record; of what it is a part of: `parent.<field>` */
  number: string;
  /** field of the to-do → field of the record, or `parent.<field>` */
  fill: Record<string, string>;
  /** fields of the record that keep what became of its approval */
  keeps?: ApprovalKeeps;
  /** the entity that holds the levels */
  levels: string;
}

/**
 * `x-approval.keeps`: fields of the record that hold who submitted it, when and at which level something was last done
 * to it, what was said then, and level → who decided at it.
 */
export interface ApprovalKeeps {
  submitter?: string;
  operated?: string;
  level?: string;
  opinion?: string;
  deciders?: Record<string, string>;
}

/** `x-entity.approvalLevels`: fields of the entity whose rows say who approves what from which amount on. */
export interface LevelSource {
  type: string;
  business: string;
  /** the option of `business` for every business that has no rows of its own */
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
  /** which record it is about: its entity's name and its id */
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
  /** the state of one that is over */
  closed: string;
  /** of a to-do that tells of a day (`x-remind`) */
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
