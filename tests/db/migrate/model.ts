import { tableName } from '../../../generator/compile/names.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';

/** A field of a small model, with the defaults of the compiler. */
export function field(name: string, kind: KindName = 'text', more: Partial<Field> = {}): Field {
  const decimals: Partial<Record<KindName, Partial<Field>>> = {
    money: { precision: 20, scale: 2 },
    percent: { precision: 9, scale: 4 },
    rate: { precision: 18, scale: 8 },
    decimal: { precision: 18, scale: 6 },
  };
  return {
    name,
    kind,
    label: { en: name, zh: name },
    id: name,
    required: false,
    readOnly: false,
    writeOnly: false,
    sensitive: false,
    normalize: [],
    state: false,
    spec: [],
    ...decimals[kind],
    ...more,
  };
}

/** An entity of a small model. */
export function entity(name: string, fields: Field[], more: Partial<Entity> = {}): Entity {
  return {
    name,
    table: tableName(name),
    area: 'test',
    label: { en: name, zh: name },
    key: [fields[0]!.name],
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
    ...more,
  };
}

export const model = (...entities: Entity[]): Model => ({
  entities: Object.fromEntries(entities.map((one) => [one.name, one])),
  hash: 'test',
});

/** The properties of every rule. */
export const rule = (id: string) => ({ id, spec: [] });
