import { KINDS } from '../../language/kinds/kinds.ts';
import { liveColumn } from '../../model/names.ts';
import { KERNEL_FIELDS, type Entity, type Field, type Model } from '../../model/types.ts';
import type { ColumnShape } from './shape.ts';
import { constant, LIVE, quote } from './sql.ts';

/** Names and sentences sort by pinyin; codes sort by their characters, which is faster and what people expect of codes. */
export const ZH = { schema: 'public', name: 'bordereau_zh', locale: 'zh-u-co-pinyin' };
const SORTED_BY_PINYIN = new Set(['text', 'longText']);

const ALIASES: Record<string, string> = { timestamptz: 'timestamp with time zone', int: 'integer', int8: 'bigint' };

/** The column type of a field as `format_type` prints it. */
export function columnType(field: Field): string {
  if (field.name === 'id') return 'bigint';
  const type = KINDS[field.kind].column(field).replace(', ', ',');
  return ALIASES[type] ?? type;
}

/** A field of an entity or of the kernel. @throws Error where there is none, which the compiler has ruled out */
export function fieldNamed(entity: Entity, name: string): Field {
  const field = [...entity.fields, ...KERNEL_FIELDS].find((candidate) => candidate.name === name);
  if (!field) throw new Error(`${entity.name} has no field ${name}`);
  return field;
}

/** The columns of an entity's table: the kernel's, the fields', then the generated ones that references use. */
export function entityColumns(entity: Entity, live: ReadonlySet<string>): ColumnShape[] {
  return [
    { name: 'id', type: 'bigint', nullable: false, identity: true },
    { name: 'rev', type: 'integer', nullable: false, default: '1' },
    { name: 'delFlag', type: 'text', nullable: false, default: `'N'` },
    { name: 'creater', type: 'text', nullable: false },
    { name: 'createAt', type: 'timestamp with time zone', nullable: false, default: 'now()' },
    { name: 'updater', type: 'text', nullable: false },
    { name: 'updateAt', type: 'timestamp with time zone', nullable: false, default: 'now()' },
    ...entity.fields.map((field) => fieldColumn(field, entity)),
    ...[...live].map((name) => liveShape(name, entity)),
  ];
}

function fieldColumn(field: Field, entity: Entity): ColumnShape {
  const type = columnType(field);
  const initial = field.default ?? entity.machines.find((machine) => machine.field === field.name)?.initial;
  return {
    name: field.name,
    id: field.id,
    type,
    nullable: !field.required,
    ...(field.names === undefined ? {} : { names: field.names }),
    ...(SORTED_BY_PINYIN.has(field.kind) && type === 'text' ? { collation: ZH.name } : {}),
    ...(initial === undefined || initial === null ? {} : { default: constant(initial, type) }),
  };
}

function liveShape(name: string, entity: Entity): ColumnShape {
  const type = columnType(fieldNamed(entity, name));
  // a reference that is not by id holds text, whatever the kind of the field it points to
  const shown = type === 'text' || type === 'bigint' ? quote(name) : `${quote(name)}::text`;
  return {
    name: liveColumn(name), type: type === 'bigint' ? 'bigint' : 'text', nullable: true,
    generated: `case when ${LIVE} then ${shown} end`,
  };
}

/**
 * The fields of each entity that have a `$live` column: those that a foreign key points from or to. A deleted row's is
 * null, so that it neither satisfies a reference nor holds one.
 */
export function liveFields(model: Model): ReadonlyMap<string, ReadonlySet<string>> {
  const live = new Map(Object.keys(model.entities).map((name) => [name, new Set<string>()]));
  for (const entity of Object.values(model.entities)) {
    for (const { name, ref } of foreignKeys(entity)) {
      live.get(entity.name)!.add(name);
      live.get(ref.entity)!.add(ref.by);
    }
  }
  return live;
}

/** The fields that a foreign key serves: one value that points to a unique field. */
export function foreignKeys(entity: Entity): (Field & { ref: NonNullable<Field['ref']> })[] {
  return entity.fields.filter((field): field is Field & { ref: NonNullable<Field['ref']> } => field.ref?.unique === true && field.kind !== 'multiRef');
}
