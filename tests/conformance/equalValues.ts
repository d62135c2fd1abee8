import { KINDS } from '../../generator/language/kinds/kinds.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Row } from './sample.ts';

/**
 * Changes every other row so that two fields that an expression reads are equal, or a field equals the number that it
 * is compared with. Random values are seldom equal.
 */
export function equalValues(entity: Entity, text: string): (row: Row) => Row {
  const read = [...new Set([...text.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!))];
  const typeOf = (name: string) => KINDS[entity.fields.find((field) => field.name === name)?.kind ?? 'json'].cel;
  const pair = read.flatMap((a) =>
    read.filter((b) => b !== a && typeOf(a) === typeOf(b)).map((b) => [a, b] as const),
  )[0];
  const [, compared = '', number = ''] = /\bself\.(\w+) (?:[!=]=|[<>]=?) (\d+)(?![\d.])/.exec(text) ?? [];
  const kind = entity.fields.find((field) => field.name === compared)?.kind;
  let turn = 0;
  return (row) => {
    if (++turn % 2 === 1) return row;
    if (pair) return row[pair[0]] != null && row[pair[1]] != null ? { ...row, [pair[0]]: row[pair[1]] } : row;
    return kind !== undefined && row[compared] != null
      ? { ...row, [compared]: kind === 'integer' ? Number(number) : number }
      : row;
  };
}
