import { KEYWORDS } from '../../keywords/keywords.ts';
import type { Approval } from '../../model/approval.ts';
import type { ChangeLog } from '../../model/changeLog.ts';
import type { Entity } from '../../model/entity.ts';
import type { Label } from '../../model/field.ts';
import type { List } from '../../model/list.ts';
import type { DescribedRule } from './describedRule.ts';

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
    ...KEYWORDS.flatMap((keyword) => keyword.describe?.(entity) ?? []),
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
