import { RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Entity } from '../../../../generator/model/entity.ts';
import type { Field, Option } from '../../../../generator/model/field.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import type { TableRow } from '../../../spreadsheet/read/tableRow.ts';
import type { UploadProblem } from '../../../spreadsheet/transferRefused.ts';
import { zoneOf } from '../../../spreadsheet/zone.ts';
import { importableFields } from './fields.ts';
import { inputOf, type InputValue } from './input.ts';
import type { MappingPlan } from './plan.ts';

/** A row of a file as field values. */
export interface ImportRow {
  /** row number as the spreadsheet program shows it */
  number: number;
  /** values of the mapped fields, including the record version (`rev`); null for a blank cell */
  values: Record<string, InputValue>;
  /**
   * fields whose value comes from the record into which all rows are imported, because their cell is blank or absent
   */
  filled: string[];
  /** errors that are found before the save path validates the values */
  errors: UploadProblem[];
  /** the cells of the file */
  cells: string[];
}

/** What the interpretation of a cell depends on besides its field. */
export interface InputContext {
  /** the options of dictionary lists, by the list's code; without its list, a field accepts only codes */
  lists?: ReadonlyMap<string, readonly Option[]>;
  /** IANA zone of the times in the file */
  timeZone: string;
}

/**
 * Converts the rows below the headings to field values by a mapping. Errors of ignored cells, and of cells that were
 * fixed in the browser, are omitted.
 */
export async function* applyMapping(
  entity: Entity,
  plan: MappingPlan,
  rows: AsyncIterable<TableRow>,
  context: InputContext,
): AsyncGenerator<ImportRow> {
  const read = cellReader(entity, context);
  const constants = plan.constants.map(({ field, text }) => [field.name, read(field, text)] as const);
  let index = 0;
  for await (const row of rows) {
    const fixes = plan.fixes.get(row.number) ?? [];
    const values: Record<string, InputValue> = Object.fromEntries(constants);
    const errors: UploadProblem[] = [];
    for (const [column, field] of plan.columns) values[field.name] = read(field, row.cells[column] ?? null);
    for (const { field, pattern, code } of plan.running) {
      const text = code(index);
      values[field.name] = text ?? null;
      if (text === undefined)
        errors.push({ row: row.number, field: field.name, key: UPLOAD.runningExhausted, params: { pattern } });
    }
    for (const { field, text } of fixes) values[field.name] = read(field, text);
    const blank = plan.into.filter(({ field }) => values[field.name] == null);
    for (const { field, text } of blank) values[field.name] = read(field, text);
    const fixed = new Set(fixes.map(({ field }) => field.name));
    errors.push(...cellErrors(row, plan));
    yield {
      number: row.number,
      values,
      filled: blank.map(({ field }) => field.name),
      errors: errors.filter((error) => !error.field || !fixed.has(error.field)),
      cells: row.cells,
    };
    index++;
  }
}

/** A function that converts the text of a cell to a value of a field. */
function cellReader(entity: Entity, context: InputContext): (field: Field, text: string | null) => InputValue {
  const zone = zoneOf(context.timeZone);
  const inputs = new Map(
    [...importableFields(entity), RECORD_VERSION].map((field) => [
      field,
      inputOf(field, optionsOf(field, context), zone),
    ]),
  );
  return (field, text) => (text === null ? null : inputs.get(field)!(text));
}

/** The errors of mapped cells, and of cells without a heading. */
function cellErrors(row: TableRow, plan: MappingPlan): UploadProblem[] {
  const mapped = row.errors.flatMap((error) => {
    const field = error.column === undefined ? undefined : plan.columns.get(error.column);
    return field ? [{ ...error, field: field.name }] : [];
  });
  const unheaded = row.cells.flatMap((cell, column): UploadProblem[] =>
    cell.trim() !== '' && plan.isUnheaded(column)
      ? [{ row: row.number, column, key: UPLOAD.noHeading, params: {} }]
      : [],
  );
  return [...mapped, ...unheaded];
}

const optionsOf = (field: Field, { lists }: InputContext): readonly Option[] | undefined =>
  field.options ?? (field.optionList === undefined ? undefined : lists?.get(field.optionList));
