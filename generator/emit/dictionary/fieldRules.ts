import type { Field, Label } from '../../model/field.ts';

/** What a field takes, beside its kind. */
export const fieldRules = (field: Field): Label[] => {
  const {
    maxLength,
    maxItems,
    minimum,
    maximum,
    exclusiveMinimum,
    precision,
    scale,
    pattern,
    ref,
    optionList,
    options,
    fieldsOf,
    operationsOf,
    compute,
  } = field;
  const rules: [condition: unknown, en: string, zh: string][] = [
    [field.required, 'required', '必填'],
    [field.readOnly, 'read-only', '只读'],
    [field.writeOnce, 'cannot change once stored', '保存后不可改'],
    [maxLength !== undefined, `at most ${maxLength} characters`, `最多 ${maxLength} 个字符`],
    [maxItems !== undefined, `at most ${maxItems} entries`, `最多 ${maxItems} 项`],
    [precision !== undefined, `${precision} digits, ${scale} places`, `共 ${precision} 位数字，${scale} 位小数`],
    [minimum !== undefined, `≥ ${minimum}`, `≥ ${minimum}`],
    [exclusiveMinimum !== undefined, `> ${exclusiveMinimum}`, `> ${exclusiveMinimum}`],
    [maximum !== undefined, `≤ ${maximum}`, `≤ ${maximum}`],
    [pattern !== undefined, `pattern ${pattern}`, `格式 ${pattern}`],
    [field.normalize.includes('upper'), 'folded to upper case', '转为大写'],
    [
      ref,
      `refers to ${ref?.entity}.${ref?.by}${ref?.where ? ` where ${ref.where}` : ''}${ref?.onDelete ? ', whose row may be deleted' : ''}${ref?.onUpdate ? ', also after changes of that row' : ''}`,
      `引用 ${ref?.entity}.${ref?.by}${ref?.where ? `，条件 ${ref.where}` : ''}${ref?.onDelete ? '，被引用记录可删除' : ''}${ref?.onUpdate ? '，引用期间须一直满足' : ''}`,
    ],
    [optionList !== undefined, `list ${optionList}`, `选项列表 ${optionList}`],
    [fieldsOf !== undefined, `a field of ${fieldsOf}`, `${fieldsOf} 的字段`],
    [operationsOf !== undefined, `an operation on ${operationsOf} or a part of it`, `${operationsOf} 及其各部分的操作`],
    [
      options && fieldsOf === undefined && operationsOf === undefined,
      (options ?? []).map(({ code }) => code).join(', '),
      (options ?? []).map(({ code }) => code).join('、'),
    ],
    [
      compute,
      `= ${compute?.expr}${compute?.overridable ? ' (may be overruled)' : ''}`,
      `= ${compute?.expr}${compute?.overridable ? '（可人工覆盖）' : ''}`,
    ],
  ];
  return rules.flatMap(([condition, en, zh]) => (condition ? [{ en, zh }] : []));
};
