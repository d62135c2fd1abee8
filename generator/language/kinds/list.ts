import type { Field } from '../../model/field.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { problem, type Boundaries, type ConditionType, type Kind } from './kind.ts';

/** A kind whose value is a list of distinct texts of kind `item`. An empty list is absent. */
export function listKind(item: Kind, conditions: readonly ConditionType[]): Kind {
  return {
    column: () => 'jsonb',
    typeScript: (field) => `(${item.typeScript(field)})[]`,
    jsonSchema: (field) => ({
      type: 'array',
      items: item.jsonSchema(field),
      uniqueItems: true,
      ...(field.maxItems === undefined ? {} : { maxItems: field.maxItems }),
    }),
    normalise: (value, field) => normaliseList(value, field, item),
    check: (value, field) => checkList(value, field, item),
    // a condition has one value or several
    checkComparable: (value, field) =>
      [value]
        .flat()
        .map((entry) => item.checkComparable(entry, field))
        .find((found) => found !== undefined),
    conditions,
    toSqlText: (_, columnSql) => columnSql,
    cel: 'list<string>',
    boundaries: (field) => listBoundaries(field, item),
  };
}

function normaliseList(value: unknown, field: Field, item: Kind): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (!Array.isArray(value)) return value;
  const entries = value.map((entry) => item.normalise(entry, field)).filter((entry) => entry !== null);
  return entries.length === 0 ? null : entries;
}

function checkList(value: unknown, field: Field, item: Kind): Problem | undefined {
  if (!Array.isArray(value)) return problem(field, MESSAGE.list);
  if (field.maxItems !== undefined && value.length > field.maxItems)
    return problem(field, MESSAGE.tooManyItems, { limit: field.maxItems });
  for (const entry of value) {
    const found = item.check(entry, field);
    if (found) return found;
  }
  return new Set(value).size === value.length ? undefined : problem(field, MESSAGE.repeatedItem);
}

function listBoundaries(field: Field, item: Kind): Boundaries {
  const samples = item.boundaries(field);
  const distinct = samples.valid.slice(0, field.maxItems ?? 3);
  const tooMany =
    field.maxItems === undefined || field.ref || field.options
      ? []
      : [{ value: Array.from({ length: field.maxItems + 1 }, (_, at) => `X${at}`), key: MESSAGE.tooManyItems }];
  return {
    valid: distinct.length > 0 ? [distinct] : [],
    invalid: [
      { value: 'X', key: MESSAGE.list },
      { value: { 0: 'X' }, key: MESSAGE.list },
      ...samples.invalid.map(({ value, key }) => ({ value: [value], key })),
      ...(distinct.length > 0 && field.maxItems !== 1
        ? [{ value: [distinct[0], distinct[0]], key: MESSAGE.repeatedItem }]
        : []),
      ...tooMany,
    ],
  };
}
