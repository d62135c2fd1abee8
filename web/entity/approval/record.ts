import type { Entity } from '../../../generator/model/types.ts';
import { isAbsent, type Row, textOf } from '../../kinds/types.ts';
import { useModel } from '../model.ts';

/** Answers the address of the record that a to-do is about; undefined for a to-do about none, or about one that the reader may not see. */
export function useRecordOf({ tasks }: Entity): (row: Row) => string | undefined {
  const model = useModel();
  return (row) => {
    if (!tasks || isAbsent(row[tasks.record])) return undefined;
    const about = model.find(({ name }) => name === row[tasks.entity]);
    return about && `/${about.area}/${about.name}/${textOf(row[tasks.record])}`;
  };
}
