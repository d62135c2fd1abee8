import type { Writable } from 'node:stream';
import { labelIn, type Language } from '../../../generator/language/message.ts';
import { canUpdateByImport, RECORD_VERSION } from '../../../generator/language/importable.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName, Option } from '../../../generator/model/field.ts';
import type { Layout } from '../../../generator/model/import.ts';
import { translate } from '../../messages.ts';
import { headingOf, importableFields } from './mapping/fields.ts';
import { fieldsOfParts, KEY_SEPARATOR, keyParts } from '../../spreadsheet/keyText.ts';
import { TYPE_TEXT, UPLOAD } from '../../spreadsheet/messageKeys.ts';
import { zoneOf } from '../../spreadsheet/zone.ts';
import { columnName } from '../../spreadsheet/write/cell.ts';
import { columnOf, type Column } from '../../spreadsheet/write/columns.ts';
import type { Sheet, Validation } from '../../spreadsheet/write/sheet.ts';
import { writeWorkbook } from '../../spreadsheet/write/workbook.ts';

/** What a template contains besides the fields of its entity. */
export interface TemplateContext {
  /** the options of dictionary lists, by the list's code */
  lists?: ReadonlyMap<string, readonly Option[]>;
  /** layout of another system's file; the template then has the headings of this file */
  layout?: Layout;
  /** Finds an entity that fields refer to. */
  target?(entity: string): Entity | undefined;
}

const YES_NO: readonly Option[] = [
  { code: 'Y', en: 'Yes', zh: '是' },
  { code: 'N', en: 'No', zh: '否' },
];
/** Number of rows with validations and prompts, for an entity without `x-import.max`. */
const PREPARED_ROWS = 10_000;
const LISTS = 'Lists';

/**
 * Streams a workbook into which staff enter rows to import, and ends `out`. It has an empty sheet with headings,
 * formats and drop-down lists, a sheet that explains each field, and a hidden sheet with the options. Headings of
 * required fields are red and end with an asterisk.
 */
export async function writeTemplate(
  entity: Entity,
  language: Language,
  out: Writable,
  context: TemplateContext = {},
): Promise<void> {
  const headingOfField = headings(entity, language, context.layout);
  const fields = [...headingOfField.keys()];
  const options = new Map(
    fields.flatMap((field) => {
      const choices = choicesOf(field, context);
      return choices ? [[field, namesOf(choices, language)] as const] : [];
    }),
  );
  const validations = fields.map((field, column) => ({
    column,
    rows: entity.import?.max ?? PREPARED_ROWS,
    rule: ruleOf(field, options),
    prompt: promptOf(field, language, context),
  }));
  const sheets: Sheet[] = [
    {
      name: translate(language, UPLOAD.dataSheet),
      columns: dataColumns(headingOfField, language),
      rows: [],
      validations,
    },
    {
      name: translate(language, UPLOAD.fieldsSheet),
      columns: explanationColumns(language),
      rows: [
        ...fields.map((field) => explanation(headingOfField.get(field)!, field, language, context)),
        ...versionExplanation(entity, language),
      ],
    },
  ];
  if (options.size > 0) sheets.push(listSheet(options));
  await writeWorkbook(sheets, zoneOf('UTC'), out);
}

/** The fields of the sheet, with their headings: all importable fields, or the fields of a layout with its headings. */
function headings(entity: Entity, language: Language, layout: Layout | undefined): ReadonlyMap<Field, string> {
  const fields = importableFields(entity);
  if (!layout) return new Map(fields.map((field) => [field, headingOf(entity, field, language)]));
  return new Map(
    Object.entries(layout.columns).flatMap(([heading, name]) => {
      const field = fields.find((candidate) => candidate.name === name);
      return field ? [[field, heading] as const] : [];
    }),
  );
}

/** Columns of the data sheet. */
const dataColumns = (headingOfField: ReadonlyMap<Field, string>, language: Language): Column[] =>
  [...headingOfField].map(([field, heading]) => ({
    ...columnOf(field, language),
    heading: heading + (field.required ? ' *' : ''),
  }));

function choicesOf(field: Field, { lists }: TemplateContext): readonly Option[] | undefined {
  if (field.kind === 'yesNo') return YES_NO;
  return field.options ?? (field.optionList === undefined ? undefined : lists?.get(field.optionList));
}

/** The texts of a drop-down list: labels; codes if a label equals a label or code of another option. */
function namesOf(options: readonly Option[], language: Language): string[] {
  const labels = options.map((option) => labelIn(option, language));
  const all = options.flatMap((option) => [
    ...new Set([option.code, option.en, option.zh].map((name) => name.toLowerCase())),
  ]);
  const isUnique = all.length === new Set(all).size;
  return isUnique ? labels : options.map((option) => option.code);
}

function listSheet(options: ReadonlyMap<Field, readonly string[]>): Sheet {
  const lists = [...options.values()];
  const longest = Math.max(...lists.map((list) => list.length));
  return {
    name: LISTS,
    hidden: true,
    columns: [...options.keys()].map((field): Column => ({ heading: field.name })),
    rows: Array.from({ length: longest }, (_, row) => lists.map((list) => list[row] ?? null)),
  };
}

const promptOf = (field: Field, language: Language, context: TemplateContext): Validation['prompt'] => ({
  title: labelIn(field.label, language),
  text: [typeText(field, language), ...notes(field, language, context)].join('\n'),
});

function ruleOf(field: Field, options: ReadonlyMap<Field, readonly string[]>): Validation['rule'] {
  const list = options.get(field);
  // a validation by a list would refuse a cell with several codes
  if (list && field.kind !== 'multiChoice' && list.length > 0) {
    const name = columnName([...options.keys()].indexOf(field));
    return { list: `${LISTS}!$${name}$2:$${name}$${list.length + 1}` };
  }
  if (field.kind === 'date' || field.kind === 'dateTime') return { date: true };
  return list || field.maxLength === undefined ? undefined : { maxLength: field.maxLength };
}

const explanationColumns = (language: Language): Column[] => [
  { heading: translate(language, UPLOAD.heading), width: 30 },
  { heading: translate(language, UPLOAD.fieldName), width: 24 },
  { heading: translate(language, UPLOAD.type), width: 32 },
  { heading: translate(language, UPLOAD.required), width: 10 },
  { heading: translate(language, UPLOAD.maxLength), kind: 'integer', width: 10 },
  { heading: translate(language, UPLOAD.note), kind: 'longText', width: 60 },
];

function explanation(heading: string, field: Field, language: Language, context: TemplateContext): unknown[] {
  const required = translate(language, field.required ? UPLOAD.yes : UPLOAD.no);
  return [
    heading,
    field.name,
    typeText(field, language),
    required,
    field.maxLength,
    notes(field, language, context).join('\n'),
  ];
}

/** Explains the record version. Only exports have a column for it; rows that are entered in a template are new. */
const versionExplanation = (entity: Entity, language: Language): unknown[][] =>
  canUpdateByImport(entity)
    ? [
        [
          labelIn(RECORD_VERSION.label, language),
          RECORD_VERSION.name,
          typeText(RECORD_VERSION, language),
          translate(language, UPLOAD.no),
          null,
          translate(language, UPLOAD.versionNote),
        ],
      ]
    : [];

const typeText = (field: Field, language: Language): string => {
  const type: Partial<Record<KindName, string>> = TYPE_TEXT;
  return translate(language, type[field.kind] ?? TYPE_TEXT.text);
};

/** Explains how to enter a reference: by code, or by key if the reference is an id. */
function referenceNote(
  { entity, by }: { entity: string; by: string },
  language: Language,
  context: TemplateContext,
): string {
  const target = context.target?.(entity);
  const parts = by === 'id' && target ? keyParts(target, context.target) : undefined;
  const keyLabels =
    parts &&
    fieldsOfParts(parts)
      .map(({ label }) => labelIn(label, language))
      .join(KEY_SEPARATOR);
  return translate(language, keyLabels === undefined ? UPLOAD.codeOf : UPLOAD.keyOf, {
    entity: target?.label ?? entity,
    parts: keyLabels,
  });
}

function notes(field: Field, language: Language, context: TemplateContext): string[] {
  const text = (key: string, params: Record<string, unknown> = {}): string => translate(language, key, params);
  const choices = field.kind === 'yesNo' ? undefined : choicesOf(field, context);
  const hasSeveral = field.kind === 'multiChoice' || field.kind === 'multiRef';
  return [
    ...(field.help ? [labelIn(field.help, language)] : []),
    ...(field.maxLength !== undefined ? [text(UPLOAD.characterLimit, { max: field.maxLength })] : []),
    ...(field.scale !== undefined ? [text(UPLOAD.places, { places: field.scale })] : []),
    ...(field.ref ? [referenceNote(field.ref, language, context)] : []),
    ...(hasSeveral ? [text(UPLOAD.semicolons)] : []),
    ...(choices
      ? [text(UPLOAD.options, { options: choices.map((option) => `${option.code} ${labelIn(option, language)}`) })]
      : []),
  ];
}
