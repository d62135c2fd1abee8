import { liveColumn } from '../../compile/names.ts';
import { quote } from '../../language/sqlText.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { columnType, fieldNamed } from './columnType.ts';
import { entityPartsOf } from './entityParts.ts';
import type { ColumnShape } from './shape.ts';
import { constant, LIVE } from './sql.ts';

/**
 * The collation of names and sentences, which sort by pinyin. Codes sort by their characters, which is faster and what
 * people expect of codes.
 */
export const PINYIN = { schema: 'public', name: 'bordereau_zh', locale: 'zh-u-co-pinyin' };
const SORTED_BY_PINYIN = new Set(['text', 'longText']);

/**
 * The columns of an entity's table, in this order: kernel fields, fields of the entity, further fields of its subtypes,
 * generated `$live` columns.
 *
 * @param live names of the fields with a `$live` column
 */
export function entityColumns(entity: Entity, subtypes: readonly Entity[], live: ReadonlySet<string>): ColumnShape[] {
  const added = new Map(
    subtypes.flatMap((subtype) =>
      subtype.fields
        .filter(({ name }) => !entity.fields.some((field) => field.name === name))
        .map((field) => [field.name, fieldColumn(field, subtype)]),
    ),
  );
  const withSubtypeFields = { ...entity, fields: [...entity.fields, ...subtypes.flatMap(({ fields }) => fields)] };
  return [
    { name: 'id', type: 'bigint', nullable: false, identity: true },
    { name: 'rev', type: 'integer', nullable: false, default: '1' },
    { name: 'delFlag', type: 'text', nullable: false, default: `'N'` },
    { name: 'creater', type: 'text', nullable: false },
    { name: 'createAt', type: 'timestamp with time zone', nullable: false, default: 'now()' },
    { name: 'updater', type: 'text', nullable: false },
    { name: 'updateAt', type: 'timestamp with time zone', nullable: false, default: 'now()' },
    ...entity.fields.map((field) => fieldColumn(field, entity)),
    ...added.values(),
    ...[...live].map((name) => liveColumnShape(name, withSubtypeFields)),
  ];
}

function fieldColumn(field: Field, entity: Entity): ColumnShape {
  const type = columnType(field);
  const initial = field.default ?? entity.machines.find((machine) => machine.field === field.name)?.initial;
  const isSubtype = entity.extends !== undefined;
  return {
    name: field.name,
    id: field.id,
    type,
    nullable: isSubtype || !field.required,
    ...(field.names === undefined || field.names === 'action' ? {} : { names: field.names }),
    ...(SORTED_BY_PINYIN.has(field.kind) && type === 'text' ? { collation: PINYIN.name } : {}),
    ...(isSubtype || initial === undefined || initial === null ? {} : { default: constant(initial, type) }),
  };
}

function liveColumnShape(name: string, entity: Entity): ColumnShape {
  const type = columnType(fieldNamed(entity, name));
  // a reference by a code is text, even if the target field has another type
  const value = type === 'text' || type === 'bigint' ? quote(name) : `${quote(name)}::text`;
  return {
    name: liveColumn(name),
    type: type === 'bigint' ? 'bigint' : 'text',
    nullable: true,
    generated: `case when ${LIVE} then ${value} end`,
  };
}

/**
 * The fields of each entity that have a `$live` column: those that a foreign key points from or to. The column is
 * null in deleted rows, so that they cannot be referenced and do not restrict a deletion.
 */
export function liveFields(model: Model): ReadonlyMap<string, ReadonlySet<string>> {
  const live = new Map(Object.keys(model.entities).map((name) => [name, new Set<string>()]));
  for (const entity of entityPartsOf(model)) {
    for (const { name, ref } of foreignKeys(entity)) {
      live.get(entity.extends ?? entity.name)!.add(name);
      live.get(ref.entity)!.add(ref.by);
    }
  }
  return live;
}

/** Fields with a foreign key: references with one value, to a unique field, whose target cannot be deleted. */
export function foreignKeys(entity: Entity): (Field & { ref: NonNullable<Field['ref']> })[] {
  return entity.fields.filter(
    (field): field is Field & { ref: NonNullable<Field['ref']> } =>
      field.ref?.unique === true && !field.ref.open && !field.ref.onDelete && field.kind !== 'multiRef',
  );
}
