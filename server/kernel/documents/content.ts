import { currencyOf } from '../../../generator/language/currency.ts';
import { labelIn, type Language } from '../../../generator/language/message.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { DocumentField, PrintedDocument } from '../../../generator/model/print.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { databaseDate } from '../../db/clock.ts';
import { notFound, Refusal } from '../../errors.ts';
import { translate } from '../../messages.ts';
import type { Table } from '../../pdf/table.ts';
import type { Entry, PdfContent } from '../../pdf/writePdf.ts';
import { zoneOf } from '../../spreadsheet/zone.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { entityNamed } from '../kernel.ts';
import { knownEntity } from '../knownEntity.ts';
import { readRow } from '../read/row.ts';
import type { Row } from '../row.ts';
import { readReferenced, readTitles, type Titles } from './references.ts';
import { isFigure, printValue, type Printing } from './values.ts';

/** A record with the documents that are declared for it. */
interface Request {
  runtime: EntityRuntime;
  id: string;
  /** name of the document */
  name: string;
}

/**
 * Reads a record and prints the texts of one of its documents, in the language of the call. The user reads the record
 * and what it refers to through the access filter, so the document has nothing that they may not see.
 *
 * @throws Refusal (404) for an unknown document or a record that the user may not see, (409) if the record does not
 *   have the document
 */
export async function documentContent(
  kernel: Kernel,
  { runtime, id, name }: Request,
  context: Context,
): Promise<PdfContent> {
  const document = runtime.entity.documents?.find((one) => one.name === name);
  if (!document) throw notFound();
  const { language } = context;
  const row = JSON.parse(await readRow(kernel, { runtime, id }, context)) as Row;
  const isTrue = (condition: string): boolean => runtime.evaluator.test(condition, row) === true;
  if (document.when !== undefined && !isTrue(document.when))
    throw new Refusal('conflict', 'MSG_generic_0193', { document: document.label });
  const entity = knownEntity(runtime, context.user);
  const lines = linesOf(kernel, document, row, context);
  const own = { entity, rows: [row], names: namesOf(document, language) };
  const printing = await printingOf(kernel, [own, ...(lines ? [lines] : [])], context);
  const number = labelIn(titlesOf(entity, row), language);
  const isFinal = document.final === undefined || isTrue(document.final);
  return {
    language,
    title: labelIn(document.label, language),
    number,
    ...(isFinal ? {} : { mark: translate(language, 'MSG_generic_0190') }),
    sections: await sectionsOf(kernel, { entity, row, document, printing }, context),
    ...(lines ? { table: tableOf(lines, printing) } : {}),
    totals: entriesOf(entity, document.totals ?? [], row, printing),
    ...(document.text ? { text: labelIn(document.text, language) } : {}),
    signatures: (document.signatures ?? []).map((label) => labelIn(label, language)),
    footer: [number, printedText(printing, context)].join(' · '),
    pageOf: (page, pages) => translate(language, 'MSG_generic_0191', { page, pages }),
  };
}

/** Who printed the document, and when. */
function printedText({ localTime, language }: Printing, { user }: Context): string {
  const at = localTime(databaseDate().toISOString())!.slice(0, 16).replace('T', ' ');
  return translate(language, 'MSG_generic_0192', { at, by: user.userName });
}

/** Rows of one entity, with the fields to print that the user may see. */
interface Rows {
  entity: Entity;
  rows: readonly Row[];
  names: readonly string[];
}

/** The fields of the record itself that a document shows. */
const namesOf = ({ sections, totals = [] }: PrintedDocument, language: Language): string[] => [
  ...sections.filter(({ of }) => of === undefined).flatMap(({ fields }) => fields.map((one) => nameIn(one, language))),
  ...totals,
];

/** The rows of the table of a document. */
function linesOf(kernel: Kernel, { lines }: PrintedDocument, row: Row, { user }: Context): Rows | undefined {
  if (!lines) return undefined;
  const entity = knownEntity(entityNamed(kernel, lines.child), user);
  return { entity, rows: row[lines.child] as Row[], names: lines.columns };
}

/** Reads the titles of all records that the rows refer to. */
async function printingOf(kernel: Kernel, all: readonly Rows[], context: Context): Promise<Printing> {
  const titles = new Map<Field, Titles>();
  for (const { entity, rows, names } of all)
    for (const field of names.flatMap((name) => fieldNamed(entity, name) ?? [])) {
      if (!field.ref) continue;
      const values = rows.flatMap((row) => row[field.name] ?? []).map(String);
      titles.set(field, await readTitles(kernel, field.ref, [...new Set(values)], context));
    }
  return {
    language: context.language,
    places: await kernel.currencies.places(),
    localTime: zoneOf(kernel.timeZone).local,
    titleOf: (field, value) => titles.get(field)?.get(value),
  };
}

/** The fields of a row that have a value and that the user may see. */
function entriesOf(entity: Entity, names: readonly DocumentField[], row: Row, printing: Printing): Entry[] {
  return names.flatMap((name) => {
    const field = fieldNamed(entity, nameIn(name, printing.language));
    const value = field ? printValue(field, row, printing) : '';
    if (!field || value === '') return [];
    return [{ label: labelIn(typeof name === 'string' ? field.label : name.label, printing.language), value }];
  });
}

/** A record with a document to print. */
interface Printed {
  entity: Entity;
  row: Row;
  document: PrintedDocument;
  printing: Printing;
}

/** The sections that are not empty. */
async function sectionsOf(
  kernel: Kernel,
  { entity, row, document, printing }: Printed,
  context: Context,
): Promise<PdfContent['sections']> {
  const sections = await Promise.all(
    document.sections.map(async ({ label, of, fields }) => {
      const reference = of === undefined ? undefined : fieldNamed(entity, of);
      const found =
        of === undefined ? { entity, row } : reference && (await readReferenced(kernel, reference, row, context));
      return {
        ...(label ? { heading: labelIn(label, printing.language) } : {}),
        entries: found ? entriesOf(found.entity, fields, found.row, printing) : [],
      };
    }),
  );
  return sections.filter(({ entries }) => entries.length > 0);
}

/** The table of lines, without the columns in which no row has a value. */
function tableOf({ entity, rows, names }: Rows, printing: Printing): Table {
  const columns = names.flatMap((name) => {
    const field = fieldNamed(entity, name);
    return field ? [columnOf(field, rows, printing)] : [];
  });
  const shown = columns.filter(({ cells }) => cells.some((cell) => cell !== ''));
  return {
    columns: shown.map(({ heading, isFigure: isRight }) => ({ heading, isFigure: isRight })),
    rows: rows.map((_, index) => shown.map(({ cells }) => cells[index]!)),
  };
}

/** The cells of a column. If all amounts have the same currency, it is in the heading. */
function columnOf(field: Field, rows: readonly Row[], printing: Printing) {
  const label = labelIn(field.label, printing.language);
  const [currency, ...others] = new Set(rows.map((row) => currencyOf(field, row)));
  const isCommon = currency !== undefined && others.length === 0;
  return {
    heading: isCommon ? `${label} (${currency})` : label,
    isFigure: isFigure(field),
    cells: rows.map((row) => printValue(field, row, printing, !isCommon)),
  };
}

const fieldNamed = ({ fields }: Entity, name: string): Field | undefined => fields.find((one) => one.name === name);

const nameIn = (name: DocumentField, language: Language): string =>
  typeof name === 'string' ? name : language === 'zh-CN' ? name.chinese : name.english;
