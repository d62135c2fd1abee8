import type { Field } from '../../../generator/model/field.ts';
import { isAbsent, type Row } from '../../fields/types.ts';

/** Value of a field in a list: for readers of Chinese the Chinese text (`x-zh`), if the row has it. */
export const valueFor = (side: 'en' | 'zh', field: Field, row: Row): unknown =>
  side === 'zh' && field.zh !== undefined && !isAbsent(row[field.zh]) ? row[field.zh] : row[field.name];
