import { Refusal } from '../../errors.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from './body.ts';

/** What a gate says of an operation on a row: allowed, or the message and the field to blame. */
export type GateAnswer = undefined | { key: string; params: Record<string, unknown>; field: string };

/**
 * Whether the row's states allow an operation (`x-gate`). A gate names states of one machine; where an entity has
 * several, a state belongs to the machine that knows it.
 */
export function gateOf({ entity }: EntityRuntime, operation: string, row: Row): GateAnswer {
  const allowed = entity.gate[operation];
  if (!allowed) return undefined;
  for (const machine of entity.machines) {
    const own = allowed.filter((code) => machine.states.some((state) => state.code === code));
    if (own.length === 0 || own.includes(String(row[machine.field]))) continue;
    const key = operation === 'delete' ? 'MSG_generic_0030' : operation === 'edit' ? 'MSG_generic_0031' : 'MSG_generic_0032';
    const label = (code: unknown) => machine.states.find((state) => state.code === code)?.label ?? String(code);
    return { key, params: { state: label(row[machine.field]), allowed: own.map(label) }, field: machine.field };
  }
  return undefined;
}

/** @throws Refusal (409) with the gate's message */
export function passGate(runtime: EntityRuntime, operation: string, row: Row): void {
  const answer = gateOf(runtime, operation, row);
  if (answer) throw new Refusal('conflict', answer.key, answer.params, [{ field: answer.field, key: answer.key, params: answer.params }]);
}
