import { quote } from '../../../generator/language/sqlText.ts';
import { isId } from '../read/conditions.ts';
import type { Values } from '../statement.ts';

/**
 * The condition (SQL) that a row `t` has one of the codes that a reference names. Ids are compared as numbers, so that
 * PostgreSQL uses their index; a text that is no id belongs to no row.
 */
export const hasCode = (by: string, codes: readonly string[], values: Values): string =>
  by === 'id'
    ? `t.id = any(${values.bind(codes.filter(isId))}::bigint[])`
    : `t.${quote(by)}::text = any(${values.bind(codes)}::text[])`;
