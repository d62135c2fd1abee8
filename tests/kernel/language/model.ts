import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';

/** A field of a kind as the compiler returns it, with additional properties. */
export function fieldOf(name: string, kind: KindName, words: Partial<Field> = {}): Field {
  return {
    name,
    kind,
    label: { en: name, zh: `字段${name}` },
    id: name,
    required: false,
    readOnly: false,
    writeOnly: kind === 'password',
    sensitive: false,
    normalize: [],
    state: false,
    spec: [],
    ...words,
  };
}

/** An entity with these fields and additional properties. */
export function entityOf(name: string, fields: Field[], words: Partial<Entity> = {}): Entity {
  return {
    name,
    table: name.replaceAll('-', '_'),
    area: 'test',
    label: { en: name, zh: `实体${name}` },
    key: [],
    title: { en: '', zh: '' },
    readOnly: false,
    file: `${name}.json`,
    fields,
    unique: [],
    noOverlap: [],
    order: [],
    sums: [],
    rules: [],
    requiredAt: {},
    gate: {},
    guards: {},
    machines: [],
    children: [],
    lookups: [],
    reminders: [],
    parents: [],
    list: { columns: [], filters: [], requireFilter: [], sort: [] },
    form: { columns: 2, show: {} },
    export: {},
    actions: [],
    spec: [],
    ...words,
  };
}

export const modelOf = (...entities: Entity[]): Model => ({
  entities: Object.fromEntries(entities.map((entity) => [entity.name, entity])),
  hash: 'test',
});
