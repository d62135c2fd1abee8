import { KERNEL_FIELDS } from '../../language/kernelFields.ts';
import { KINDS } from '../../language/kinds/kinds.ts';
import type { Field } from '../../model/field.ts';
import type { EntityPart } from './shape.ts';

const ALIASES: Record<string, string> = { timestamptz: 'timestamp with time zone', int: 'integer', int8: 'bigint' };

/** The column type of a field as `format_type` prints it. */
export function columnType(field: Field): string {
  if (field.name === 'id') return 'bigint';
  const type = KINDS[field.kind].column(field).replace(', ', ',');
  return ALIASES[type] ?? type;
}

/** Finds a field of an entity or of the kernel. @throws Error for an unknown name, which the compiler has excluded */
export function fieldNamed(entity: EntityPart, name: string): Field {
  const field = [...(entity.complete ?? entity).fields, ...KERNEL_FIELDS].find((candidate) => candidate.name === name);
  if (!field) throw new Error(`${entity.name} has no field ${name}`);
  return field;
}
