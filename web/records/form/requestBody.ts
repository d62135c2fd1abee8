import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';
import { changedFields, isWritable, isSameValue } from './values.ts';

/** An edited row. */
interface Edited {
  entity: Entity;
  values: Row;
  /** computed fields whose value a person entered */
  overridden: ReadonlySet<string>;
}

/** The body of a new row: all values that a person entered or may enter. */
export function newBody({ entity, values, overridden }: Edited): Row {
  const fields = entity.fields.filter(
    (field) =>
      isWritable(field) && !isSameValue(values[field.name], null) && (!field.compute || overridden.has(field.name)),
  );
  return Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
}

/**
 * The body of a stored row: its `rev` and the changed values; null for a computed value that is no longer overridden.
 *
 * @param start the row before it was edited
 */
export function changedBody({ entity, values, overridden }: Edited, start: Row, rev: unknown): Row {
  const computed = new Set(entity.fields.filter(({ compute }) => compute).map(({ name }) => name));
  const changed = changedFields(entity, start, values).filter((name) => overridden.has(name) || !computed.has(name));
  const cleared = entity.fields.filter(
    ({ name, compute }) => compute?.overridable && !overridden.has(name) && !isSameValue(start[name], values[name]),
  );
  return {
    rev,
    ...Object.fromEntries(changed.map((name) => [name, values[name] ?? null])),
    ...Object.fromEntries(cleared.map(({ name }) => [name, null])),
  };
}
