import type { Entity } from '../../../generator/model/entity.ts';

/** The fields that a rule reads, and all whose change may change its result: also those of their formulae. */
export interface RuleFields {
  read: readonly string[];
  changed: readonly string[];
}

/** The fields of each rule over the row (`x-order`, `x-sum` over fields, `x-rule`), by its id. */
export function fieldsOfRules({
  fields,
  order,
  sums,
  rules,
}: Pick<Entity, 'fields' | 'order' | 'sums' | 'rules'>): ReadonlyMap<string, RuleFields> {
  const formulae = new Map(fields.flatMap(({ name, compute }) => (compute ? [[name, compute.expr]] : [])));
  const own = (read: readonly string[]): RuleFields => {
    const changed = new Set(read);
    // iterating a set includes what is added meanwhile
    for (const name of changed) for (const below of namesIn(formulae.get(name) ?? '')) changed.add(below);
    return { read, changed: [...changed] };
  };
  return new Map([
    ...order.map(({ id, from, to }) => [id, own([from, to])] as const),
    ...sums.flatMap(({ id, of, equals }) =>
      'fields' in of
        ? [[id, own([...of.fields, ...(fields.some(({ name }) => name === equals) ? [equals] : [])])] as const]
        : [],
    ),
    ...rules.map(({ id, when = '', assert }) => [id, own(namesIn(`${when} ${assert}`))] as const),
  ]);
}

const namesIn = (text: string): string[] => [...new Set([...text.matchAll(/\bself\.(\w+)/g)].map(([, name]) => name!))];
