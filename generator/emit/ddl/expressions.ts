import { scopeOf } from '../../language/expression/scope.ts';
import { printSql, type Printed } from '../../language/expression/sql.ts';
import type { Entity, Model } from '../../model/entity.ts';

/**
 * An expression on a row of `entity` as SQL on the columns of its table, or the reason why it cannot be printed as SQL.
 */
export const sqlOf = (text: string, entity: Entity, model: Model): Printed =>
  printSql(text, scopeOf(model.entities[entity.name]!, model));
