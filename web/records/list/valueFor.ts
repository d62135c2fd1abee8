import type { Field } from '../../../generator/model/field.ts';
import { isAbsent, type Row } from '../../fields/types.ts';

/** What a list shows of a field: to Chinese readers the Chinese text (`x-zh`), where the row has it. */
export const valueFor = (side: 'en' | 'zh', field: Field, row: Row): unknown =>
  side === 'zh' && field.zh !== undefined && !isAbsent(row[field.zh]) ? row[field.zh] : row[field.name];
