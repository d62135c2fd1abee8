import { ownFieldFinder, type At, type LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { isSame } from '../diff/change.ts';
import { describeEffect, whereText } from '../emit/dictionary/describedRule.ts';
import type { DocumentSection, PrintedDocument } from '../model/print.ts';
import type { Entity } from '../model/entity.ts';
import { mergeListBy } from './inherit.ts';
import type { Keyword } from './keyword.ts';

/** Limit of the rows of a table in a document, so that it is printed in a few seconds. */
const MAX_LINES = 2000;

/** `x-print`: the documents of a record, printed as PDF. */
export const print: Keyword<PrintedDocument[]> = {
  word: 'x-print',
  layers: ['docs'],
  inherit: mergeListBy('name'),
  takesSpec: false,
  compile(word, entity) {
    if (word) entity.documents = word;
  },
  link: linkDocuments,
  checkExpressions(entity, { condition }) {
    entity.documents?.forEach(({ when, final }, index) => {
      condition(when, ['x-print', index, 'when']);
      condition(final, ['x-print', index, 'final']);
    });
  },
  describe: (entity) =>
    (entity.documents ?? []).map(({ name, label, when }) => {
      const where = whereText(when);
      return describeEffect('x-print', name, {
        en: `“${label.en}” is printed as PDF${where.en}`,
        zh: `可打印为 PDF 文件“${label.zh}”${where.zh}`,
      });
    }),
  diff(before, after, notes) {
    const [then, now] = [before.documents ?? [], after.documents ?? []];
    for (const { name, label } of then)
      if (!now.some((one) => one.name === name)) notes.break('api', `the document "${name}" (${label.en}) is removed`);
    for (const one of now) {
      const former = then.find(({ name }) => name === one.name);
      if (!former) notes.add('staff', `records can be printed as "${one.name}" (${one.label.en})`);
      else if (!isSame(former, one)) notes.add('staff', `the document "${one.name}" (${one.label.en}) changes`);
    }
  },
};

function linkDocuments(entity: Entity, context: LinkContext): void {
  const names = new Set<string>();
  entity.documents?.forEach(({ name, sections, lines, totals = [] }, index) => {
    const own = context.report.within(['x-print', index]);
    if (names.has(name)) own.add(['name'], `there is a document "${name}" already`);
    names.add(name);
    const field = ownFieldFinder(entity, own);
    sections.forEach((section, of) => linkSection(entity, section, context, own.within(['sections', of])));
    totals.forEach((total, of) => field(total, ['totals', of]));
    if (lines) linkLines(entity, lines, context, own.within(['lines']));
  });
}

function linkSection(
  entity: Entity,
  { of, fields }: DocumentSection,
  { model, unread }: LinkContext,
  report: Report,
): void {
  const reference = of === undefined ? undefined : ownFieldFinder(entity, report)(of, ['of']);
  if (of !== undefined && !reference) return;
  if (reference && (!reference.ref || (reference.ref.bare && !reference.ref.match)))
    return report.add(['of'], `"${of}" must be a reference to a single record`);
  if (reference?.ref && unread.has(reference.ref.entity)) return;
  const source = reference?.ref ? model.entities[reference.ref.entity] : entity;
  if (!source) return;
  const field = ownFieldFinder(source, report, reference ? `field of ${source.name}` : 'field');
  const check = (name: string, at: At): void => {
    if (field(name, at)?.writeOnly) report.add(at, `"${name}" cannot be read`);
  };
  fields.forEach((name, index) => {
    if (typeof name === 'string') check(name, ['fields', index]);
    else for (const language of ['english', 'chinese'] as const) check(name[language], ['fields', index, language]);
  });
}

function linkLines(
  { name, children }: Entity,
  { child: childName, columns }: NonNullable<PrintedDocument['lines']>,
  { model, unread }: LinkContext,
  report: Report,
): void {
  const child = children.find(({ entity }) => entity === childName);
  const source = model.entities[childName];
  if (!child) {
    const known = children.map(({ entity }) => entity);
    if (!unread.has(childName)) report.unknown(['child'], `child of ${name}`, childName, known);
    return;
  }
  if (child.max === undefined || child.max > MAX_LINES)
    report.add(['child'], `"max" of the child must be at most ${MAX_LINES}`);
  if (!source) return;
  const field = ownFieldFinder(source, report, `field of ${childName}`);
  columns.forEach((column, index) => field(column, ['columns', index]));
}
