import type { ApprovalStep } from './approval.ts';
import type { Field, Label } from './field.ts';

/** A state of a machine. */
export interface State {
  code: string;
  label: Label;
  colour: string;
  final: boolean;
}

/** States by the field of their machine; each of these fields must be in one of its states. */
export type StatesByField = Record<string, string[]>;

/**
 * Input of a transition or action. A transition sets the input fields that are fields of the entity; the others are
 * only in the audit line.
 */
export interface ActionInput {
  required: string[];
  fields: Field[];
}

/** A transition of a machine: a named operation that changes the state of a row. */
export interface Transition {
  action: string;
  label: Label;
  from: string[];
  to: string;
  /** message key of a refusal from another state, instead of the generic one */
  key?: string;
  /** role of the transition in an approval (`x-approval`) */
  approval?: ApprovalStep;
  /** who may run it, in addition to the permission: `submitter`, `approver`, `creater`, `reader` or `product` */
  actor?: string;
  /** a condition (CEL) on the row */
  guard?: string;
  /** of several transitions with one action from one state: runs if no guard is true */
  else?: boolean;
  /** fields that must have a value, in the row or in the input */
  needs?: string[];
  /** a question that the user confirms before it runs */
  confirm?: Label;
  /** name of the domain function that runs in its transaction */
  effect?: string;
  sends?: Sends;
  input?: ActionInput;
  /** field → CEL of the value that the transition sets */
  sets?: Record<string, string>;
  /**
   * `onOpen`: runs automatically when a person with the right opens the record; `aside`: its button is the last one
   */
  onOpen?: boolean;
  aside?: boolean;
}

/** `sends`: the row is sent to a partner as this event, after the transaction is committed. */
export interface Sends {
  partner: string;
  event: string;
  marks?: SendMarks;
}

/**
 * Where the status of the message is stored: a field of the row, or of its child rows of `entity`, and the option to
 * store for each status.
 */
export interface SendMarks {
  entity?: string;
  field: string;
  sent: string;
  delivered: string;
  refused: string;
  givenUp?: string;
}

/** `x-machine`: states and transitions of a field. */
export interface Machine {
  /** name of a shared machine, or `<entity>.<field>` for an inline one */
  use: string;
  field: string;
  initial: string;
  states: State[];
  transitions: Transition[];
  spec: string[];
  /**
   * number of states and transitions from the shared machine, which come first; the others are in the entity's own
   * file; absent: an inline machine, or one that is not extended
   */
  shared?: { states: number; transitions: number };
}

/** `x-action`: a named operation, which the domain function `effect` performs. */
export interface Action {
  name: string;
  label: Label;
  help?: Label;
  /** performed on one row, or on the list */
  on: 'row' | 'list';
  /** the states that allow it; absent: any */
  from?: StatesByField;
  guard?: OperationGuard;
  actor?: string;
  input?: ActionInput;
  effect?: string;
  sends?: Sends;
  confirm?: Label;
  /** can be performed on several rows at once */
  bulk: boolean;
  /**
   * works on the child rows that the caller sees; others are refused while there are child rows that the caller does
   * not see
   */
  visibleRows?: true;
  spec: string[];
}

/**
 * One way to perform a named operation on a row or a list: a transition of a machine or an action. Several transitions
 * may have one name; the server takes the first that nothing blocks.
 */
export interface Operation extends Pick<Action, 'name' | 'label' | 'help' | 'on' | 'bulk'> {
  /** states that allow it, by field; absent: any */
  from?: StatesByField;
  /** the state that a transition leads to */
  to?: { field: string; state: string };
  /** message of a refusal from another state, instead of the generic one */
  fromKey?: string;
  /** a condition of its own, beside `x-guard` */
  guard?: Pick<OperationGuard, 'expr' | 'key' | 'message'>;
  /** performed if no guard of the transitions with the same name is true */
  else?: boolean;
  actor?: string;
  /** fields that must have a value, in the row or in the input */
  needs: readonly string[];
  input?: ActionInput;
  /** field → CEL of the value to set */
  sets?: Record<string, string>;
  approval?: ApprovalStep;
  effect?: string;
  sends?: Sends;
  confirm?: Label;
  visibleRows?: true;
  onOpen?: boolean;
  aside?: boolean;
}

/** `x-guard`: a condition on a row for an operation; `message` is shown when it is false, or a generic one. */
export interface OperationGuard {
  expr: string;
  key?: string;
  message?: Label;
  spec: string[];
}
