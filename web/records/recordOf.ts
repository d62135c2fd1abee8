import type { Entity } from '../../generator/model/entity.ts';
import { isAbsent, type Row, textOf } from '../fields/types.ts';
import { useModel } from './model.ts';

/** Fields of rows that are about a record of any entity, as to-dos and messages to partners are. */
interface About {
  entity: string;
  id: string;
  number: string;
}

/** Which fields of an entity's rows say what record they are about; undefined where they are about none. */
export function aboutOf({ tasks, messages }: Pick<Entity, 'tasks' | 'messages'>): About | undefined {
  return tasks ? { entity: tasks.entity, id: tasks.record, number: tasks.number } : messages;
}

/**
 * Answers the address of the record that a row is about; undefined for one about none, or about one that the reader may
 * not see.
 */
export function useRecordOf(entity: Pick<Entity, 'tasks' | 'messages'>): (row: Row) => string | undefined {
  const model = useModel();
  const about = aboutOf(entity);
  return (row) => {
    if (!about || isAbsent(row[about.id])) return undefined;
    const whose = model.find(({ name }) => name === row[about.entity]);
    return whose && `/${whose.area}/${whose.name}/${textOf(row[about.id])}`;
  };
}
