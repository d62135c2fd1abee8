import type { Entity } from '../../generator/model/entity.ts';
import { isAbsent, type Row, textOf } from '../fields/types.ts';
import { useModel } from './model.ts';

/** Fields that refer to a record of any entity, as in to-dos and messages to partners. */
interface RecordFields {
  entity: string;
  id: string;
  number: string;
}

/** The fields of an entity that refer to a record of any entity, if it has them. */
export function recordFieldsOf({ tasks, messages }: Pick<Entity, 'tasks' | 'messages'>): RecordFields | undefined {
  return tasks ? { entity: tasks.entity, id: tasks.record, number: tasks.number } : messages;
}

/**
 * Returns a function that finds the address of the record that a row refers to; undefined without a record, or if the
 * user may not see it.
 */
export function useRecordOf(entity: Pick<Entity, 'tasks' | 'messages'>): (row: Row) => string | undefined {
  const model = useModel();
  const fields = recordFieldsOf(entity);
  return (row) => {
    if (!fields || isAbsent(row[fields.id])) return undefined;
    const target = model.find(({ name }) => name === row[fields.entity]);
    return target && `/${target.area}/${target.name}/${textOf(row[fields.id])}`;
  };
}
