import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Guard } from '../../../generator/emit/ddl/shape.ts';
import type { EntityRuntime, Registry } from '../registry.ts';

/** What PostgreSQL says when it refuses a row. */
interface DatabaseRefusal { code: string; constraint?: string; detail?: string }

const UNIQUE = '23505';
const OVERLAP = '23P01';
const FOREIGN_KEY = '23503';

/** SQLSTATE → the message of a rule that brings none of its own. */
const GENERIC: Record<string, string> = {
  [UNIQUE]: MESSAGE.unique,
  [OVERLAP]: MESSAGE.overlap,
  [FOREIGN_KEY]: MESSAGE.referenceMissing,
  '23514': MESSAGE.rule,
  '23502': MESSAGE.required,
};

/**
 * Turns the database's refusal of a row into the rule that it guards: 409 for a clash with another row or one in use,
 * 400 for everything that is wrong with the row itself. Anything else is thrown on as it came.
 */
export function translateRefusal(error: unknown, registry: Registry, runtime: EntityRuntime, operation: 'create' | 'update' | 'delete'): unknown {
  const { code = '', constraint } = error as DatabaseRefusal;
  const guard = constraint === undefined ? undefined : registry.guards.get(constraint);
  if (!guard || !(code in GENERIC)) return error;
  const refusal = code === FOREIGN_KEY && isInUse(guard, runtime, operation)
    ? new Refusal('conflict', MESSAGE.inUse, { label: runtime.entity.label, entity: registry.model.entities[guard.entity]?.label })
    : refuseFields(violationsOf(guard, code, registry), code === UNIQUE || code === OVERLAP ? 'conflict' : 'invalid');
  refusal.byDatabase = true;
  return refusal;
}

/** The row written is the one referred to, not the one that refers. */
const isInUse = (guard: Guard, { entity }: EntityRuntime, operation: string): boolean =>
  operation === 'delete' || guard.entity !== entity.name;

/** The broken rule at each of its fields, with the rule's own message where it has one. */
export function violationsOf(guard: Guard, code: string, { model }: Registry): Violation[] {
  const entity = model.entities[guard.entity]!;
  const rule = [...entity.unique, ...entity.noOverlap, ...entity.order, ...entity.sums, ...entity.rules].find(({ id }) => id === guard.id);
  const labels = new Map(entity.fields.map(({ name, label }) => [name, label]));
  return guard.fields.map((field): Violation => ({
    field,
    key: rule?.key ?? GENERIC[code]!,
    params: { label: labels.get(field), labels: guard.fields.map((name) => labels.get(name)) },
    rule: guard.id,
    ...(rule?.message ? { message: rule.message } : {}),
  }));
}
