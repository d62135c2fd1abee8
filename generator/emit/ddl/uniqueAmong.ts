import { ruleName } from '../../compile/names.ts';
import type { TableObjects } from '../../keywords/keyword.ts';
import { literal, quote } from '../../language/sqlText.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Unique } from '../../model/rule.ts';
import { refusalMessageOf } from './refusalMessage.ts';
import type { FunctionShape, TriggerShape } from './shape.ts';
import { LIVE, quoteAll } from './sql.ts';
import { comparedRows } from './uniqueIndex.ts';

/** A rule with `x-unique.among`, and the entities that have it. */
interface SharedRule {
  entity: Entity;
  rule: Unique;
  others: Entity[];
  model: Model;
}

/** Triggers that compare the rows of an entity with those of the other entities of a rule (`x-unique.among`). */
export function uniqueAmong(entity: Entity, model: Model): TableObjects {
  const shared = entity.unique
    .filter(({ among }) => among)
    .map((rule): SharedRule => ({ entity, rule, others: rule.among!.map((name) => model.entities[name]!), model }));
  return {
    read: shared.map(({ rule }) => rule.fields),
    triggers: shared.map(amongTrigger),
    functions: shared.map(amongFunction),
  };
}

const nameOf = ({ entity, rule }: SharedRule): string => ruleName(entity, rule.id, 'among');

/** Condition of the rows of an entity that the rule compares. */
const comparedOf = (entity: Entity, { rule: { id }, model }: SharedRule): string =>
  comparedRows(
    entity,
    model,
    entity.unique.find((rule) => rule.id === id)!,
  ) ?? 'true';

/** SQL: some row of another entity has the values of the row `row`. */
function isUsed(shared: SharedRule, row: string): string {
  const { fields, ignoreCase } = shared.rule;
  const compared = (column: string): string => (ignoreCase ? `lower(${column})` : column);
  const equal = fields.map((name) => `${compared(quote(name))} = ${compared(`${row}.${quote(name)}`)}`).join(' and ');
  return shared.others
    .map(
      (other) => `exists (select 1 from public.${quote(other.table)} where ${equal} and ${comparedOf(other, shared)})`,
    )
    .join(' or ');
}

function amongTrigger(shared: SharedRule): TriggerShape {
  const { entity, rule } = shared;
  const changed = rule.where === undefined ? ` of ${quoteAll([...rule.fields, 'delFlag'])}` : '';
  return {
    name: nameOf(shared),
    function: nameOf(shared),
    rule: { entity: entity.name, type: 'unique', id: rule.id, fields: rule.fields, ...refusalMessageOf(rule) },
    event: `after insert or update${changed}`,
    when: [`new.${LIVE}`, ...rule.fields.map((name) => `new.${quote(name)} is not null`)].join(' and '),
    violations:
      `select count(*), min(id) from public.${quote(entity.table)} own` +
      ` where ${comparedOf(entity, shared)} and (${isUsed(shared, 'own')})`,
  };
}

/**
 * Number of locks of a rule. Different values can share one, so that a large import does not exhaust the lock table.
 */
const LOCKS = 1024;

/** Trigger function that compares under an advisory lock on the values, which all entities of the rule take. */
function amongFunction(shared: SharedRule): FunctionShape {
  const { entity, rule, others } = shared;
  const lock = `${[entity, ...others]
    .map(({ name }) => name)
    .toSorted()
    .join()} ${rule.id}`;
  const values = rule.fields.map((name) => `lower(new.${quote(name)}::text)`).join(', ');
  const isCompared = `exists (select 1 from public.${quote(entity.table)} where id = new.id and ${comparedOf(entity, shared)})`;
  return {
    name: nameOf(shared),
    body: `begin
  perform pg_advisory_xact_lock(hashtext(${literal(lock)}), (hashtextextended(jsonb_build_array(${values})::text, 0) & ${LOCKS - 1})::int);
  if ${isCompared} and (${isUsed(shared, 'new')}) then
    raise exception using errcode = 'unique_violation', message = ${literal(`a row of another table has the values of "${nameOf(shared)}"`)},
      schema = 'public', table = ${literal(entity.table)}, constraint = ${literal(nameOf(shared))};
  end if;
  return null;
end`,
  };
}
