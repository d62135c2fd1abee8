import type { ApprovalStep } from './approval.ts';
import type { Field, Label } from './field.ts';

/** A state of a machine. */
export interface State {
  code: string;
  label: Label;
  colour: string;
  final: boolean;
  /** other codes that input may state for it, such as those of another system */
  aliases?: string[];
}

/** Field of a machine → states. A row is permitted if each of these fields has one of its states. */
export type StatesByField = Record<string, string[]>;

/**
 * Input of a transition or action. A transition sets the input fields that are fields of the entity; the other input
 * fields appear only in the audit line.
 */
export interface ActionInput {
  required: string[];
  fields: Field[];
  /** input → CEL on the row: whether the input is asked for; otherwise it is neither required nor accepted */
  show?: Record<string, string>;
  /**
   * input that is a reference → filter of its target → CEL on the row of the value (text or list of texts) that the
   * offered rows have
   */
  offer?: Record<string, Record<string, string>>;
  /** input of an action → amount field of the rows, whose total the dialog proposes */
  totals?: Record<string, string>;
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
  /** this transition runs if no guard of the other transitions with the same action and state is true */
  else?: boolean;
  /** fields that must have a value, in the row or in the input */
  needs?: string[];
  /** a question that the user confirms before it runs */
  confirm?: Label;
  /** name of the domain function that runs in its transaction */
  effect?: string;
  sends?: Sends;
  input?: ActionInput;
  /** field → CEL of the value that the transition sets; null: the field is cleared */
  sets?: Record<string, string | null>;
  /** runs automatically when a person with the right opens the record */
  onOpen?: boolean;
  /** the button of the transition comes after all others */
  aside?: boolean;
}

/** `sends`: after the commit of the operation, the row is sent to a partner as a message with this event. */
export interface Sends {
  partner: string;
  event: string;
  /** inputs that are required if the partner has no address; the operation is then allowed, and nothing is sent */
  byHand?: string[];
  marks?: SendMarks;
  /** field of the row that keeps the partner's first reference */
  reference?: string;
}

/**
 * `sends.marks`: the field that shows the status of the message, in the row or in its child rows of `entity`, and the
 * codes of the statuses.
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
   * numbers of the states and transitions from the shared machine, which come first; the others are in the file of the
   * entity. Absent for an inline machine, and for a shared machine that the entity does not extend
   */
  shared?: { states: number; transitions: number };
}

/** `x-action`: a named operation that is not a transition. Its effect, if any, is a function of the business code. */
export interface Action {
  name: string;
  label: Label;
  help?: Label;
  /** performed on one row, or on the list */
  on: 'row' | 'list';
  /** the states that permit the action; absent: all states */
  from?: StatesByField;
  guard?: OperationGuard;
  actor?: string;
  input?: ActionInput;
  effect?: string;
  sends?: Sends;
  confirm?: Label;
  /** whether it can be performed on several rows at once */
  bulk: boolean;
  /** on several rows it changes all in one transaction, or none */
  together?: true;
  /**
   * the action works only on child rows that the caller may see; other actions are refused if a child row is hidden
   * from the caller
   */
  visibleRows?: true;
  /** the entity of which the action adds a row; the action requires the right to add one too */
  adds?: string;
  spec: string[];
}

/**
 * A transition of a machine or an action, in a common form. Several transitions may have the same name; the server
 * performs the first that is not blocked.
 */
export interface Operation extends Pick<Action, 'name' | 'label' | 'help' | 'on' | 'bulk' | 'together'> {
  /** states that permit the operation; absent: all states */
  from?: StatesByField;
  /** the state that a transition leads to */
  to?: { field: string; state: string };
  /** message of a refusal from another state, instead of the generic one */
  fromKey?: string;
  /** condition of this transition or action, in addition to `x-guard` */
  guard?: Pick<OperationGuard, 'expr' | 'key' | 'message'>;
  /** this transition is performed if no guard of the other transitions with the same name is true */
  else?: boolean;
  actor?: string;
  /** fields that must have a value, in the row or in the input */
  needs: readonly string[];
  input?: ActionInput;
  /** field → CEL of the value to set; null: the field is cleared */
  sets?: Record<string, string | null>;
  approval?: ApprovalStep;
  effect?: string;
  sends?: Sends;
  confirm?: Label;
  visibleRows?: true;
  onOpen?: boolean;
  aside?: boolean;
}

/** `x-guard`: a condition on a row that an operation requires. A violation shows `message`, or a generic message. */
export interface OperationGuard {
  expr: string;
  key?: string;
  message?: Label;
  spec: string[];
}
