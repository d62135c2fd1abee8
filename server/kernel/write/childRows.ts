import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { refuseFields, throwViolations } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { childTexts, linkOf } from '../read/children.ts';
import type { Body, Row } from '../row.ts';
import { Values } from '../statement.ts';
import { lookUp } from './lookups.ts';
import { normalised } from './normalise.ts';

/** Checks the number of stored children (`x-child.min`, `max`). @throws Refusal (400) */
export async function checkNumberOfChildren(
  childRuntime: EntityRuntime,
  { entity, via, min, max }: { entity: string; via: string; min?: number; max?: number },
  link: unknown,
  context: Context,
): Promise<void> {
  if (min === undefined && max === undefined) return;
  const { rows } = await context.db.query({
    text: `select count(*)::int as n from "${childRuntime.entity.table}" where "${via}" = $1 and "delFlag" = 'N'`,
    values: [link],
  });
  const { n } = rows[0] as { n: number };
  if (max !== undefined && n > max) throw refuseFields([tooMany(childRuntime, entity, max)]);
  if (min !== undefined && n < min)
    throw refuseFields([
      {
        field: entity,
        key: MESSAGE.tooFewChildren,
        params: { label: childRuntime.entity.label, entityLabel: childRuntime.entity.label, min },
      },
    ]);
}

/**
 * Refuses a body with too many children before anything is locked or written. `checkNumberOfChildren` checks the number
 * of stored children after the submitted ones are saved.
 *
 * @throws Refusal (400)
 */
export function refuseTooManyChildren(kernel: Kernel, { entity }: EntityRuntime, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const violations = entity.children.flatMap(({ entity: name, max }) => {
    const rows = (body as Row)[name];
    if (max === undefined || !Array.isArray(rows)) return [];
    const added = rows.filter((row: Row | null) => row?.['id'] == null).length;
    // a valid body has at most `max` new children, and at most `max` changed or deleted ones
    if (added <= max && rows.length <= 2 * max) return [];
    return [tooMany(entityNamed(kernel, name), name, max)];
  });
  throwViolations(violations);
}

const tooMany = (childRuntime: EntityRuntime, field: string, max: number): Violation => ({
  field,
  key: MESSAGE.tooManyChildren,
  params: { label: childRuntime.entity.label, entityLabel: childRuntime.entity.label, max },
});

/** Validates a saved row together with all its live children. @throws Refusal (400) */
export async function checkWithChildren(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  context: Context,
): Promise<void> {
  if (!runtime.evaluator.validatesChildren) return;
  const violations = runtime.evaluator.validateChildren(row, await liveChildren(kernel, runtime, row, context));
  throwViolations(violations);
}

/** All live children of a row, by child entity, in the order of their creation. */
export async function liveChildren(
  kernel: Kernel,
  runtime: EntityRuntime,
  row: Row,
  context: Context,
): Promise<Record<string, Row[]>> {
  const values = new Values();
  const parts = runtime.entity.children.map((child) => {
    const childRuntime = entityNamed(kernel, child.entity);
    const { selectList: selected } = childRuntime.statements;
    const link = values.bind(linkOf(childRuntime, child, row));
    return { runtime: childRuntime, via: child.via, selected, order: 't.id', link, filter: '' };
  });
  const texts = await childTexts(parts, values, context.db);
  return Object.fromEntries(
    parts.map(({ runtime: { entity } }, index) => [entity.name, JSON.parse(texts[index]!) as Row[]]),
  );
}

/**
 * The stored children with the changes of the body, followed by the new children of the body, for formulas and rules
 * that read children before these are saved. Changed and new children are computed.
 */
export async function childrenAfter(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, input, before }: { row: Row; input: Body; before: Row | undefined },
  context: Context,
): Promise<Record<string, Row[]>> {
  const stored = before ? await liveChildren(kernel, runtime, before, context) : {};
  const places = await kernel.currencies.places();
  const after: Record<string, Row[]> = {};
  for (const { entity, via } of runtime.entity.children) {
    const childRuntime = entityNamed(kernel, entity);
    const submitted = (input.children[entity] ?? []).map((child) => normalisedRow(childRuntime, child));
    const storedRows = stored[entity] ?? [];
    // if two submitted children have the same id, the first is used
    const named = new Map(submitted.toReversed().map((child) => [child['id'], child]));
    const isNamed = (child: Row) => named.has(child['id']);
    const rows = [
      ...storedRows.filter(isNamed).map((child) => ({ ...child, ...named.get(child['id']) })),
      ...submitted.filter(({ id }) => id == null),
    ];
    const found = await lookUp(kernel, childRuntime, { rows, parent: row, unsaved: { runtime, via } }, context);
    const computed = rows.map((child, index) =>
      childRuntime.evaluator.compute(child, {
        mode: 'create',
        today: context.today,
        parent: row,
        places,
        lookups: found[index],
      }),
    );
    let next = 0;
    const updated = storedRows.map((child) => (isNamed(child) ? computed[next++]! : child));
    after[entity] = [...updated, ...computed.slice(next)];
  }
  return after;
}

/** A submitted row with its values normalised. */
export const normalisedRow = ({ fields }: EntityRuntime, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = fields.get(name);
      return [name, field ? normalised(value, field) : value];
    }),
  );
