import { isRaw, type Raw } from '../compile/source.ts';
import { isSame } from '../diff/change.ts';
import { LIVE } from '../emit/ddl/sql.ts';
import { uniqueIndex } from '../emit/ddl/uniqueIndex.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import type { Entity } from '../model/entity.ts';
import type { Sequence } from '../model/rule.ts';
import type { Keyword } from './keyword.ts';

/** `x-sequence`: rows of a series are numbered without gaps. A unique index prevents equal numbers. */
export const sequence: Keyword<Raw> = {
  word: 'x-sequence',
  layers: ['database', 'docs', 'save'],
  bindsTable: true,
  takesSpec: false,
  compile(word, entity, { raw, report }) {
    if (!isRaw(word)) return;
    entity.sequence = {
      by: [word['by']].flat() as string[],
      ...(word['absentIsOne'] === true ? { absentIsOne: true as const } : {}),
      field: String(word['field']),
      start: Number(word['start'] ?? 1),
      deleteLastOnly: word['deleteLastOnly'] === true,
    };
    const index = ((raw['required'] ?? []) as string[]).indexOf(entity.sequence.field);
    if (index >= 0 && !entity.readOnly)
      report.add(
        ['required', index],
        `"${entity.sequence.field}" is numbered by "x-sequence": it cannot be in "required"`,
      );
  },
  link({ sequence: word, fields: own }, { field, fields, report }) {
    if (!word) return;
    fields(word.by, ['x-sequence', 'by']);
    field(word.field, ['x-sequence', 'field']);
    const numbered = own.find(({ name }) => name === word.field);
    if (numbered && numbered.kind !== 'integer')
      report.add(['x-sequence', 'field'], `"${numbered.name}" (${numbered.kind}) is no integer`);
  },
  ddl(entity) {
    if (!entity.sequence || isCoveredByUnique(entity, entity.sequence)) return {};
    const { by, field, absentIsOne } = entity.sequence;
    const fields = [...by, field];
    return {
      indexes: [
        uniqueIndex(entity, { id: field, type: 'sequence', fields, where: LIVE, reportAt: [field], absentIsOne }),
      ],
      indexed: [fields],
    };
  },
  describe: ({ sequence: word }) =>
    word
      ? [
          describeEffect('x-sequence', word.field, {
            en: `${word.field} of one ${word.by.join(' + ')}${word.absentIsOne ? ' (absent ones alike)' : ''} counts on from ${word.start}${word.deleteLastOnly ? '; only the last is deleted' : ''}`,
            zh: `同一 ${word.by.join(' + ')}${word.absentIsOne ? '（为空视为相同）' : ''} 的 ${word.field} 自 ${word.start} 起连续编号${word.deleteLastOnly ? '，只能删除最后一个' : ''}`,
          }),
        ]
      : [],
  diff(before, after, notes) {
    if (isSame(before.sequence, after.sequence)) return;
    notes.break(
      'data',
      after.sequence
        ? `"${after.sequence.field}" is numbered from ${after.sequence.start} without gaps`
        : 'rows are no longer numbered without gaps',
    );
  },
};

/**
 * Whether `x-unique` already prevents equal numbers, with its own message: one rule over the same fields, or for a
 * series with optional fields one rule for each of these.
 */
export function isCoveredByUnique({ unique, fields }: Entity, { by, field, absentIsOne }: Sequence): boolean {
  const isOptional = (name: string): boolean =>
    absentIsOne === true && fields.some((one) => one.name === name && !one.required);
  const always = by.filter((name) => !isOptional(name));
  const optional = by.filter(isOptional);
  const isUnique = (names: readonly string[], where?: string): boolean =>
    unique.some(
      (rule) =>
        (rule.where === undefined || rule.where === where) &&
        rule.fields.length === names.length &&
        names.every((name) => rule.fields.includes(name)),
    );
  return optional.length === 0
    ? isUnique([...by, field])
    : optional.every((name) => isUnique([...always, name, field], `has(self.${name})`));
}
