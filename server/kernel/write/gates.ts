import type { Violation } from '../../../generator/language/violation.ts';
import type { StatesByField } from '../../../generator/model/types.ts';
import { refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from './body.ts';

/**
 * What stands against an operation on a row as it is: its states (`x-gate`) or what else must hold of it (`x-guard`);
 * undefined where nothing does. The field is that of the state, or none.
 */
export function gateOf(runtime: EntityRuntime, operation: string, row: Row, context: Context): Violation | undefined {
  return stateAgainst(runtime, runtime.entity.gate[operation] ?? {}, operation, row) ?? guardAgainst(runtime, operation, row, context);
}

/** What a row's states have against an operation that those `allowed` let pass. */
export function stateAgainst({ entity }: EntityRuntime, allowed: StatesByField, operation: string, row: Row): Violation | undefined {
  for (const machine of entity.machines) {
    const own = allowed[machine.field];
    if (!own || own.includes(String(row[machine.field]))) continue;
    const key = operation === 'delete' ? 'MSG_generic_0030' : operation === 'edit' || operation === 'add' ? 'MSG_generic_0031' : 'MSG_generic_0032';
    const label = (code: unknown) => machine.states.find((state) => state.code === code)?.label ?? String(code);
    return { key, params: { state: label(row[machine.field]), allowed: own.map(label) }, field: machine.field };
  }
  return undefined;
}

function guardAgainst({ entity, judge }: EntityRuntime, operation: string, row: Row, context: Context): Violation | undefined {
  const guard = entity.guards[operation];
  if (!guard || judge.test(guard.expr, row, { today: context.today, user: userBinding(context) }) !== false) return undefined;
  return { field: '', key: guard.key ?? 'MSG_generic_0037', params: {}, ...(guard.message ? { message: guard.message } : {}) };
}

/** @throws Refusal (409) with the message of the gate or the guard */
export function passGate(runtime: EntityRuntime, operation: string, row: Row, context: Context): void {
  const closed = gateOf(runtime, operation, row, context);
  if (closed) throw refuseFields([closed], 'conflict');
}
