import { MESSAGE } from '../../language/messageKeys.ts';
import type { Approval } from '../../model/approval.ts';
import type { ChangeLog } from '../../model/changeLog.ts';
import type { Entity } from '../../model/entity.ts';
import type { Field, Label } from '../../model/field.ts';
import type { List } from '../../model/list.ts';
import type { Sequence } from '../../model/rule.ts';

/** A rule of an entity in words, for people who do not read schemas. */
export interface DescribedRule {
  /** the keyword: `x-order` */
  word: string;
  id: string;
  says: Label;
  /** the message of a refusal: the rule's own text, or the key of one of `locales` */
  message?: Label;
  key?: string;
  warning?: true;
  spec: string[];
}

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
    [field.lasting, 'given once', '保存后不可改'],
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
      `refers to ${ref?.entity}.${ref?.by}${ref?.where ? ` where ${ref.where}` : ''}${ref?.outlives ? ', which may be deleted' : ''}${ref?.binds ? ', and stays so' : ''}`,
      `引用 ${ref?.entity}.${ref?.by}${ref?.where ? `，条件 ${ref.where}` : ''}${ref?.outlives ? '，被引用记录可删除' : ''}${ref?.binds ? '，引用期间须一直满足' : ''}`,
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

/** Every rule of an entity, in the order of the vocabulary. */
export function describeRules(entity: Entity): DescribedRule[] {
  const where = (condition: string | undefined): Label =>
    condition === undefined ? { en: '', zh: '' } : { en: ` where ${condition}`, zh: `，条件 ${condition}` };
  const said = (
    word: string,
    rule: { id: string; key?: string; message?: Label; spec: string[] },
    generic: string,
    en: string,
    zh: string,
  ): DescribedRule => ({
    word,
    id: rule.id,
    says: { en, zh },
    spec: rule.spec,
    ...(rule.message ? { message: rule.message } : { key: rule.key ?? generic }),
  });
  const kept = (word: string, id: string, en: string, zh: string): DescribedRule => ({
    word,
    id,
    says: { en, zh },
    spec: [],
  });
  return [
    ...entity.unique.map((rule) =>
      said(
        'x-unique',
        rule,
        MESSAGE.unique,
        `${rule.fields.join(' + ')} unique${rule.ignoreCase ? ', capitals or not' : ''}${rule.forever ? ', among deleted rows too' : ''}${where(rule.where).en}`,
        `${rule.fields.join(' + ')} 唯一${rule.ignoreCase ? '，不区分大小写' : ''}${rule.forever ? '，含已删除记录' : ''}${where(rule.where).zh}`,
      ),
    ),
    ...entity.noOverlap.map((rule) =>
      said(
        'x-noOverlap',
        rule,
        MESSAGE.overlap,
        `periods ${rule.from} to ${rule.to} of one ${rule.by.join(' + ')}${rule.absentIsOne ? ' (absent ones alike)' : ''}${rule.ignoreCase ? ', capitals or not,' : ''} do not overlap${where(rule.where).en}`,
        `同一 ${rule.by.join(' + ')}${rule.absentIsOne ? '（为空视为相同）' : ''}${rule.ignoreCase ? '（不区分大小写）' : ''} 的期间 ${rule.from} 至 ${rule.to} 不得重叠${where(rule.where).zh}`,
      ),
    ),
    ...(entity.sequence ? [sequenceRule(entity.sequence)] : []),
    ...entity.order.map((rule) =>
      said('x-order', rule, MESSAGE.order, `${rule.from} not after ${rule.to}`, `${rule.from} 不晚于 ${rule.to}`),
    ),
    ...entity.sums.map((rule) => {
      const of = 'fields' in rule.of ? rule.of.fields.join(' + ') : undefined;
      return said(
        'x-sum',
        rule,
        MESSAGE.sum,
        `${of ?? `sum of ${(rule.of as { child: string; field: string }).child}.${(rule.of as { field: string }).field}`} = ${rule.equals}`,
        `${of ?? `${(rule.of as { child: string }).child}.${(rule.of as { field: string }).field} 合计`} = ${rule.equals}`,
      );
    }),
    ...(entity.approval
      ? [
          kept(
            'x-approval',
            'approval',
            `${approvalType(entity.approval, 'the type in ')} by the levels of ${entity.approval.levels}${entity.approval.amount ? ` that ${entity.approval.amount.expr} reaches` : ''}`,
            `${approvalType(entity.approval, '类型见 ')}，按 ${entity.approval.levels} 的级别审批${entity.approval.amount ? `，金额 ${entity.approval.amount.expr}` : ''}`,
          ),
        ]
      : []),
    ...(entity.remind
      ? [
          kept(
            'x-remind',
            entity.remind.field,
            `to-dos ${entity.remind.days.join(', ')} days before ${entity.remind.field}${entity.remind.until ? ` until ${entity.remind.until}` : ''}`,
            `${entity.remind.field} 到期前 ${entity.remind.days.join('、')} 天生成待办${entity.remind.until ? `，直至 ${entity.remind.until}` : ''}`,
          ),
        ]
      : []),
    ...(entity.related ?? []).map((one) =>
      kept(
        'x-related',
        one.entity,
        `${one.entity} of it stand in its history${one.tab ? ' and on a tab' : ''}`,
        `其 ${one.entity} 列入历史${one.tab ? '，并单列页签' : ''}`,
      ),
    ),
    ...(entity.newest
      ? [
          kept(
            'x-newest',
            entity.newest.field,
            `Y on the row of one ${entity.newest.by.join(' + ')} with the latest ${entity.newest.from}`,
            `同一 ${entity.newest.by.join(' + ')} 中 ${entity.newest.from} 最新的记录为 Y`,
          ),
        ]
      : []),
    ...(entity.version?.distinct ?? []).map((rows): DescribedRule => ({
      ...kept(
        'x-version',
        rows.entity,
        `of closed versions with one ${rows.per.join(' + ')}, no two have a ${rows.entity} of one ${rows.by.join(' + ')}${rows.period ? ' on the same day' : ''}${where(rows.where).en}`,
        `${rows.per.join(' + ')} 相同的已定版本之间，${rows.entity} 的 ${rows.by.join(' + ')} 不得重复${rows.period ? '（同一日）' : ''}${where(rows.where).zh}`,
      ),
      spec: rows.spec,
    })),
    ...(entity.changeLog ? [changeLogRule(entity.changeLog)] : []),
    ...entity.rules.map((rule): DescribedRule =>
      rule.stays
        ? said(
            'x-stays',
            rule,
            MESSAGE.readOnly,
            `${rule.at.join(', ')} stay when ${rule.when}`,
            `当 ${rule.when} 时，${rule.at.join('、')} 不得修改`,
          )
        : {
            ...said(
              'x-rule',
              rule,
              rule.level === 'warning' ? MESSAGE.ruleWarning : MESSAGE.rule,
              `${rule.when ? `when ${rule.when}: ` : ''}${rule.assert}${rule.level === 'warning' ? ' (warning)' : ''}`,
              `${rule.when ? `当 ${rule.when} 时：` : ''}${rule.assert}${rule.level === 'warning' ? '（提醒）' : ''}`,
            ),
            ...(rule.level === 'warning' ? { warning: true as const } : {}),
          },
    ),
    ...Object.entries(entity.guards).flatMap(([operation, guards]) =>
      guards.map((guard, index) =>
        said(
          'x-guard',
          { ...guard, id: guards.length > 1 ? `${operation} ${index + 1}` : operation },
          'MSG_generic_0037',
          `${operation} only where ${guard.expr}`,
          `仅当 ${guard.expr} 时可 ${operation}`,
        ),
      ),
    ),
    ...searchRules(entity.list, kept),
    ...Object.entries(entity.gate).map(([operation, states]) =>
      kept(
        'x-gate',
        operation,
        `${operation} only in ${statesOf(states)}`,
        `仅在 ${statesOf(states)} 状态可 ${operation}`,
      ),
    ),
  ];
}

const sequenceRule = ({ by, field, start, deleteLastOnly }: Sequence): DescribedRule => ({
  word: 'x-sequence',
  id: field,
  spec: [],
  says: {
    en: `${field} of one ${by.join(' + ')} counts on from ${start}${deleteLastOnly ? '; only the last is deleted' : ''}`,
    zh: `同一 ${by.join(' + ')} 的 ${field} 自 ${start} 起连续编号${deleteLastOnly ? '，只能删除最后一个' : ''}`,
  },
});

/** What must be given, or be there, before a list is read. */
const searchRules = (
  { requireFilter, needs }: List,
  kept: (word: string, id: string, en: string, zh: string) => DescribedRule,
): DescribedRule[] => [
  ...(requireFilter.length > 0
    ? [
        kept(
          'x-list',
          'requireFilter',
          `searched only by ${requireFilter.map((group) => group.join(' + ')).join(' or ')}`,
          `查询必须给出 ${requireFilter.map((group) => group.join(' + ')).join(' 或 ')}`,
        ),
      ]
    : []),
  ...(needs
    ? [
        kept(
          'x-list',
          'needs',
          `searched by ${Object.keys(needs.by).join(' + ')} only where ${needs.entity} has it`,
          `按 ${Object.keys(needs.by).join(' + ')} 查询时，${needs.entity} 中须已有该记录`,
        ),
      ]
    : []),
];

const approvalType = ({ type }: Approval, before: string): string =>
  typeof type === 'object' ? `${before}${type.field}` : type;

const changeLogRule = (log: ChangeLog): DescribedRule => ({
  word: 'x-changeLog',
  id: log.entity,
  spec: [],
  says:
    'operation' in log
      ? { en: 'gets a row for each operation on the record and its parts', zh: '对记录及其各部分的每次操作记一行' }
      : { en: 'gets a row for each changed field, and one for a deletion', zh: '每个变更的字段记一行，删除记一行' },
});

const statesOf = (states: Record<string, string[]>): string =>
  Object.entries(states)
    .map(([field, codes]) => `${field} ${codes.join(', ')}`)
    .join('; ');
