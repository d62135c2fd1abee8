import { constraintName } from '../../compile/names.ts';
import { MESSAGE } from '../../language/messageKeys.ts';
import type { Entity } from '../../model/entity.ts';
import type { FunctionShape, TriggerShape } from './shape.ts';
import { quote } from './sql.ts';

const NAME = 'lasting';

/** Raises what a check would, by the name of the trigger. */
export const LASTING: FunctionShape = {
  name: NAME,
  body: `begin
  raise exception using errcode = 'check_violation', message = format('"%s" on table "%s" keeps its value', tg_name, tg_table_name),
    schema = tg_table_schema, table = tg_table_name, constraint = tg_name;
end`,
};

/**
 * Keeps the values that stay once they are saved (`x-once`, and the fields of what is unique for ever), whoever writes.
 */
export const lastingTriggers = (entity: Entity): TriggerShape[] =>
  entity.fields
    .filter(({ lasting }) => lasting)
    .map(({ name }) => ({
      name: constraintName(entity.table, name, 'lasting'),
      function: NAME,
      guard: { entity: entity.name, sort: 'lasting', id: name, fields: [name], key: MESSAGE.lasting },
      event: `after update of ${quote(name)}`,
      when: `old.${quote(name)} is not null and new.${quote(name)} is distinct from old.${quote(name)}`,
    }));
