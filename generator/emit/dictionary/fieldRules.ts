import type { Field, Label } from '../../model/field.ts';

/** Describes the rules of a field, without its kind. */
export const fieldRules = (field: Field): Label[] => [
  ...limitRules(field),
  ...referenceRules(field),
  ...optionRules(field),
  ...formulaRules(field),
];

/** Access, length, bounds and pattern. */
function limitRules(field: Field): Label[] {
  const { minLength, maxLength, maxItems, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
  const { precision, scale, pattern } = field;
  const rules: [condition: unknown, en: string, zh: string][] = [
    [field.required, 'required', '必填'],
    [field.readOnly, 'read-only', '只读'],
    [field.writeOnce, 'cannot change once stored', '保存后不可改'],
    [minLength !== undefined, `at least ${minLength} characters`, `至少 ${minLength} 个字符`],
    [maxLength !== undefined, `at most ${maxLength} characters`, `最多 ${maxLength} 个字符`],
    [maxItems !== undefined, `at most ${maxItems} entries`, `最多 ${maxItems} 项`],
    [precision !== undefined, `${precision} digits, ${scale} places`, `共 ${precision} 位数字，${scale} 位小数`],
    [minimum !== undefined, `≥ ${minimum}`, `≥ ${minimum}`],
    [exclusiveMinimum !== undefined, `> ${exclusiveMinimum}`, `> ${exclusiveMinimum}`],
    [maximum !== undefined, `≤ ${maximum}`, `≤ ${maximum}`],
    [exclusiveMaximum !== undefined, `< ${exclusiveMaximum}`, `< ${exclusiveMaximum}`],
    [pattern !== undefined, `pattern ${pattern}`, `格式 ${pattern}`],
    [field.normalize.includes('upper'), 'folded to upper case', '转为大写'],
    [field.normalize.includes('narrow'), 'full-width characters become half-width', '全角字符转为半角'],
  ];
  return rules.flatMap(([condition, en, zh]) => (condition ? [{ en, zh }] : []));
}

function referenceRules({ ref }: Field): Label[] {
  if (!ref) return [];
  const { entity, by, where, onDelete, onUpdate } = ref;
  return [
    {
      en: `refers to ${entity}.${by}${where ? ` where ${where}` : ''}${onDelete ? ', whose row may be deleted' : ''}${onUpdate ? ', also after changes of that row' : ''}`,
      zh: `引用 ${entity}.${by}${where ? `，条件 ${where}` : ''}${onDelete ? '，被引用记录可删除' : ''}${onUpdate ? '，引用期间须一直满足' : ''}`,
    },
  ];
}

function optionRules({ optionList, options, fieldsOf, operationsOf }: Field): Label[] {
  const list = optionList === undefined ? [] : [{ en: `list ${optionList}`, zh: `选项列表 ${optionList}` }];
  if (fieldsOf !== undefined) return [...list, { en: `a field of ${fieldsOf}`, zh: `${fieldsOf} 的字段` }];
  if (operationsOf !== undefined)
    return [...list, { en: `an operation on ${operationsOf} or a part of it`, zh: `${operationsOf} 及其各部分的操作` }];
  const codes = options?.map(({ code }) => code);
  return codes ? [...list, { en: codes.join(', '), zh: codes.join('、') }] : list;
}

const formulaRules = ({ compute }: Field): Label[] =>
  compute
    ? [
        {
          en: `= ${compute.expr}${compute.overridable ? ' (may be overruled)' : ''}`,
          zh: `= ${compute.expr}${compute.overridable ? '（可人工覆盖）' : ''}`,
        },
      ]
    : [];
