import type { ApprovalStep } from './approval.ts';
import type { Field, Label } from './field.ts';

export interface State {
  code: string;
  label: Label;
  colour: string;
  final: boolean;
}

/** States by the field of the machine that has them; each field named must be in one of its own. */
export type StatesByField = Record<string, string[]>;

/**
 * What a step or action asks for before it is taken. A step sets those that are fields of the entity; the audit line
 * keeps the others.
 */
export interface ActionInput {
  required: string[];
  fields: Field[];
}

export interface Transition {
  action: string;
  label: Label;
  from: string[];
  to: string;
  /** what a refusal from any other state says instead of the generic message */
  key?: string;
  /** what the step is to an approval (`x-approval`) */
  approval?: ApprovalStep;
  actor?: string;
  guard?: string;
  else?: boolean;
  needs?: string[];
  confirm?: Label;
  effect?: string;
  sends?: Sends;
  input?: ActionInput;
  /** field → CEL that gives it its value when the step is taken */
  sets?: Record<string, string>;
  /**
   * `onOpen`: taken by itself when somebody who may take it opens the record; `aside`: its button stands behind all
   * others
   */
  onOpen?: boolean;
  aside?: boolean;
}

/** `sends`: the row goes to a partner, as news of this event. */
export interface Sends {
  partner: string;
  event: string;
  marks?: SendMarks;
}

/** The field of the row, or of the rows of its child `entity`, that says what became of the message, and its codes. */
export interface SendMarks {
  entity?: string;
  field: string;
  sent: string;
  delivered: string;
  refused: string;
  givenUp?: string;
}

export interface Machine {
  use: string;
  field: string;
  initial: string;
  states: State[];
  transitions: Transition[];
  spec: string[];
  /**
   * how many states and transitions come first and are the shared machine's: the entity's own file has the others;
   * absent: written out there, or not extended
   */
  shared?: { states: number; transitions: number };
}

/** `x-action`: a named operation of the business; the domain function `effect` does it. */
export interface Action {
  name: string;
  label: Label;
  help?: Label;
  /** done to one row, or asked above the list of all */
  on: 'row' | 'list';
  /** the states that allow it; absent: any */
  from?: StatesByField;
  guard?: OperationGuard;
  actor?: string;
  input?: ActionInput;
  effect?: string;
  sends?: Sends;
  confirm?: Label;
  /** may be done to several rows at once */
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
  /** taken where the guards of its namesakes do not hold */
  else?: boolean;
  actor?: string;
  /** fields that must have a value, in the row or in the input */
  needs: readonly string[];
  input?: ActionInput;
  /** field → CEL that gives it its value */
  sets?: Record<string, string>;
  approval?: ApprovalStep;
  effect?: string;
  sends?: Sends;
  confirm?: Label;
  visibleRows?: true;
  onOpen?: boolean;
  aside?: boolean;
}

/** `x-guard`: what must hold of a row before an operation; a refusal says `message`, or the generic one. */
export interface OperationGuard {
  expr: string;
  key?: string;
  message?: Label;
  spec: string[];
}
