import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName } from '../../../generator/model/field.ts';

/** A field with the given properties. */
export const fieldOf = (name: string, kind: KindName, en: string, zh: string, more: Partial<Field> = {}): Field => ({
  name,
  kind,
  label: { en, zh },
  id: name,
  required: false,
  readOnly: false,
  writeOnly: false,
  sensitive: false,
  normalize: [],
  state: false,
  spec: [],
  ...more,
});

/** An entity of these fields alone. */
export const entityOf = (...fields: Field[]): Entity => ({
  name: 'berth-visit',
  table: 'berth_visit',
  area: 'test',
  label: { en: 'Berth visit', zh: '靠泊' },
  key: [],
  title: { en: '', zh: '' },
  readOnly: false,
  file: '',
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
  form: { columns: 1, show: {} },
  export: {},
  actions: [],
  spec: [],
});
