import { withoutAbsent } from '../compile/field.ts';
import type { At, LinkContext } from '../compile/linkContext.ts';
import type { Raw } from '../compile/source.ts';
import { diffRules } from '../diff/rules.ts';
import { quoted } from '../diff/texts.ts';
import { isSingleFieldKey } from '../emit/ddl/liveConstraint.ts';
import { uniqueAmong } from '../emit/ddl/uniqueAmong.ts';
import { comparedColumns, comparedRows, uniqueIndex } from '../emit/ddl/uniqueIndex.ts';
import { describeRefusal, whereText } from '../emit/dictionary/describedRule.ts';
import { fieldNamesIn } from '../language/expression/fieldNames.ts';
import { keywordRule } from '../language/keywordRule.ts';
import { MESSAGE } from '../language/messageKeys.ts';
import type { Entity } from '../model/entity.ts';
import type { Unique } from '../model/rule.ts';
import type { DdlContext, Keyword, TableObjects } from './keyword.ts';
import { mergeListBy } from './inherit.ts';
import { entriesOf, ruleText } from './ruleText.ts';

/** `x-unique`: the combination of some fields is unique among live rows. A partial unique index enforces it. */
export const unique: Keyword<Raw[]> = {
  word: 'x-unique',
  layers: ['database', 'docs'],
  inherit: mergeListBy('id'),
  ruleList: 'unique',
  rules: (entity) =>
    entity.unique.map((rule) =>
      keywordRule('x-unique', rule, MESSAGE.unique, {
        at: rule.fields,
        fields: [...rule.fields, ...fieldNamesIn(rule.where ?? '')],
      }),
    ),
  placeholders: ['value'],
  compile(word, entity) {
    entity.unique = entriesOf(word).map((entry) =>
      withoutAbsent<Unique>({
        ...ruleText(entry),
        fields: entry['fields'] as string[],
        where: entry['where'] as string | undefined,
        forever: entry['forever'] === true ? true : undefined,
        ignoreCase: entry['ignoreCase'] === true ? true : undefined,
        among: entry['among'] as string[] | undefined,
      }),
    );
    const permanent = new Set(entity.unique.filter(({ forever }) => forever).flatMap(({ fields }) => fields));
    for (const field of entity.fields) if (permanent.has(field.name)) field.writeOnce = true;
  },
  link(entity, context) {
    entity.unique.forEach((rule, index) => {
      context.fields(rule.fields, ['x-unique', index, 'fields']);
      checkAmong(entity, { rule, at: ['x-unique', index, 'among'] }, context);
    });
  },
  checkExpressions(entity, { stored }) {
    entity.unique.forEach(({ where }, index) => stored(where, ['x-unique', index, 'where']));
  },
  ddl: (entity, context) => ({ ...uniqueIndexes(entity, context), ...uniqueAmong(entity, context.model) }),
  describe: (entity) =>
    entity.unique.map((rule) => {
      const where = whereText(rule.where);
      return describeRefusal('x-unique', rule, MESSAGE.unique, {
        en: `${rule.fields.join(' + ')} unique${rule.among ? `, also among ${rule.among.join(', ')}` : ''}${rule.ignoreCase ? ', capitals or not' : ''}${rule.forever ? ', among deleted rows too' : ''}${where.en}`,
        zh: `${rule.fields.join(' + ')} 唯一${rule.among ? `（含 ${rule.among.join('、')}）` : ''}${rule.ignoreCase ? '，不区分大小写' : ''}${rule.forever ? '，含已删除记录' : ''}${where.zh}`,
      });
    }),
  diff(before, after, notes) {
    diffRules(
      before.unique,
      after.unique,
      notes,
      ({ fields, where, forever, among }) =>
        `${quoted(fields)} ${fields.length > 1 ? 'are together' : 'is'} unique${among ? `, also among ${among.join(', ')}` : ''}${forever ? ', also among deleted rows' : ''}${where ? ` where ${where}` : ''}`,
    );
  },
};

/** Reports an entity of `among` without a rule of the same id and fields that names this entity. */
function checkAmong(
  entity: Entity,
  { rule: { id, fields, among = [] }, at }: { rule: Unique; at: At },
  { model, unread, report }: LinkContext,
): void {
  for (const [index, name] of among.entries()) {
    const other = model.entities[name];
    if (!other && unread.has(name)) continue;
    const rule = other?.unique.find((candidate) => candidate.id === id && candidate.among?.includes(entity.name));
    if (other === entity) report.add([...at, index], 'names other entities only');
    else if (!other) report.unknown([...at, index], 'entity', name, Object.keys(model.entities));
    else if (rule?.fields.join() !== fields.join())
      report.add(
        [...at, index],
        `"${name}" has no x-unique "${id}" over ${quoted(fields)} that names "${entity.name}"`,
      );
  }
}

/**
 * A unique index for each rule. If a foreign key refers to the unique field, the unique constraint on its `$live`
 * column enforces the rule instead. The index of a rule with `forever` contains deleted rows too.
 */
function uniqueIndexes(entity: Entity, { model, targeted }: DdlContext): TableObjects {
  const byIndex = entity.unique.filter(
    (rule) => rule.forever || rule.ignoreCase || !(isSingleFieldKey(rule) && targeted.has(rule.fields[0]!)),
  );
  const containsAllRows = ({ where, fields, ignoreCase }: Unique): boolean =>
    where === undefined && comparedColumns(entity, fields, ignoreCase).every((column) => !column.endsWith(')'));
  return {
    indexes: byIndex.map((rule) =>
      uniqueIndex(entity, {
        ...rule,
        type: rule.forever ? 'forever' : 'unique',
        where: comparedRows(entity, model, rule),
      }),
    ),
    indexed: byIndex.filter(containsAllRows).map(({ fields }) => fields),
  };
}
