import type { Field, KindName, Label } from '../model/field.ts';

/** Fields that the kernel adds to every entity. */
export const KERNEL_FIELDS: readonly Field[] = [
  kernelField('id', 'text', { en: 'ID', zh: '编号' }),
  kernelField('rev', 'integer', { en: 'Record version', zh: '记录版本' }),
  kernelField('delFlag', 'yesNo', { en: 'Deleted', zh: '已删除' }),
  kernelField('creater', 'text', { en: 'Created by', zh: '创建人' }),
  kernelField('createAt', 'dateTime', { en: 'Created at', zh: '创建时间' }),
  kernelField('updater', 'text', { en: 'Updated by', zh: '更新人' }),
  kernelField('updateAt', 'dateTime', { en: 'Updated at', zh: '更新时间' }),
];

/**
 * Fields that expressions read of a row found by `covering` of `x-lookup`: the number of rows whose period contains the
 * days, and the number of those that also fulfil the conditions of `narrow`.
 */
export const COVERING_FIELDS: readonly Field[] = [
  kernelField('candidates', 'integer', { en: 'Records of the period', zh: '期间内的记录数' }),
  kernelField('matches', 'integer', { en: 'Matching records', zh: '符合条件的记录数' }),
];

/** Whether a field is `creater` or `updater`. */
export const isWriter = ({ name }: Field): boolean => name === 'creater' || name === 'updater';

function kernelField(name: string, kind: KindName, label: Label): Field {
  return {
    name,
    kind,
    label,
    id: name,
    required: false,
    readOnly: true,
    writeOnly: false,
    sensitive: false,
    normalize: [],
    state: false,
    spec: [],
  };
}
