import { constraintName } from '../../compile/names.ts';
import { MESSAGE } from '../../language/messageKeys.ts';
import { quote } from '../../language/sqlText.ts';
import type { Entity } from '../../model/entity.ts';
import type { FunctionShape, TriggerShape } from './shape.ts';

/** Name of the function, and end of the names of the triggers; existing databases have them, so it cannot change. */
const NAME = 'lasting';

/** Raises a check violation with the name of the trigger as constraint. */
export const WRITE_ONCE: FunctionShape = {
  name: NAME,
  body: `begin
  raise exception using errcode = 'check_violation', message = format('"%s" on table "%s" keeps its value', tg_name, tg_table_name),
    schema = tg_table_schema, table = tg_table_name, constraint = tg_name;
end`,
};

/**
 * Triggers that refuse a change of a stored value (`x-writeOnce`, and the fields of an `x-unique` with `forever`).
 */
export const writeOnceTriggers = (entity: Entity): TriggerShape[] =>
  entity.fields
    .filter(({ writeOnce }) => writeOnce)
    .map(({ name }) => ({
      name: constraintName(entity.table, name, NAME),
      function: NAME,
      rule: { entity: entity.name, type: NAME, id: name, fields: [name], key: MESSAGE.writeOnce },
      event: `after update of ${quote(name)}`,
      when: `old.${quote(name)} is not null and new.${quote(name)} is distinct from old.${quote(name)}`,
    }));
