import { fieldNamesIn } from '../../../generator/language/expression/fieldNames.ts';
import { validationRules } from '../../../generator/language/validation/validations.ts';
import type { Entity } from '../../../generator/model/entity.ts';

/**
 * `read`: the fields that a rule reads. `changed`: all fields whose change may change its result, including operands of
 * formulas.
 */
export interface RuleFields {
  read: readonly string[];
  changed: readonly string[];
}

/** The fields of each rule that a form validates, by the id of the rule. */
export function fieldsOfRules(entity: Entity): ReadonlyMap<string, RuleFields> {
  const formulas = new Map(entity.fields.flatMap(({ name, compute }) => (compute ? [[name, compute.expr]] : [])));
  return new Map(
    validationRules(entity)
      .filter(({ compileRow }) => compileRow)
      .map(({ id, fields: read }) => [id, { read, changed: withOperands(read, formulas) }]),
  );
}

/** Fields together with the fields that their formulas read, directly or through other formulas. */
function withOperands(names: readonly string[], formulas: ReadonlyMap<string, string>): string[] {
  const found = new Set(names);
  // the iteration of a set includes elements that are added during it
  for (const name of found) for (const operand of fieldNamesIn(formulas.get(name) ?? '')) found.add(operand);
  return [...found];
}
