import { gateAgainst } from '../../../generator/language/gate.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from '../write/body.ts';

/**
 * What stands against an operation on a row as it is, asked by the caller of `context`; undefined where nothing does.
 */
export const gateOf = (
  { entity, judge }: EntityRuntime,
  operation: string,
  row: Row,
  context: Context,
): Violation | undefined =>
  gateAgainst(entity, judge, operation, row, { today: context.today, user: userBinding(context) });

/** @throws Refusal (409) with the message of the gate or the guard */
export function passGate(runtime: EntityRuntime, operation: string, row: Row, context: Context): void {
  const closed = gateOf(runtime, operation, row, context);
  if (closed) throw refuseFields([closed], 'conflict');
}
