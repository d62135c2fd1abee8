import { withoutAbsent } from '../compile/field.ts';
import type { Raw } from '../compile/source.ts';
import { diffRules } from '../diff/rules.ts';
import { quoted } from '../diff/texts.ts';
import { isSingleFieldKey } from '../emit/ddl/liveConstraint.ts';
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
      }),
    );
    const permanent = new Set(entity.unique.filter(({ forever }) => forever).flatMap(({ fields }) => fields));
    for (const field of entity.fields) if (permanent.has(field.name)) field.writeOnce = true;
  },
  link(entity, { fields }) {
    entity.unique.forEach((rule, index) => fields(rule.fields, ['x-unique', index, 'fields']));
  },
  checkExpressions(entity, { stored }) {
    entity.unique.forEach(({ where }, index) => stored(where, ['x-unique', index, 'where']));
  },
  ddl: uniqueIndexes,
  describe: (entity) =>
    entity.unique.map((rule) => {
      const where = whereText(rule.where);
      return describeRefusal('x-unique', rule, MESSAGE.unique, {
        en: `${rule.fields.join(' + ')} unique${rule.ignoreCase ? ', capitals or not' : ''}${rule.forever ? ', among deleted rows too' : ''}${where.en}`,
        zh: `${rule.fields.join(' + ')} 唯一${rule.ignoreCase ? '，不区分大小写' : ''}${rule.forever ? '，含已删除记录' : ''}${where.zh}`,
      });
    }),
  diff(before, after, notes) {
    diffRules(
      before.unique,
      after.unique,
      notes,
      ({ fields, where, forever }) =>
        `${quoted(fields)} ${fields.length > 1 ? 'are together' : 'is'} unique${forever ? ', also among deleted rows' : ''}${where ? ` where ${where}` : ''}`,
    );
  },
};

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
