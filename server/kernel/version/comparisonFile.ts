import type { Writable } from 'node:stream';
import { labelIn, type Language } from '../../../generator/language/message.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Field, Label } from '../../../generator/model/field.ts';
import { translate } from '../../messages.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { columnOf, type Column } from '../../spreadsheet/write/columns.ts';
import type { Sheet } from '../../spreadsheet/write/sheet.ts';
import { writeWorkbook } from '../../spreadsheet/write/workbook.ts';
import { zoneOf } from '../../spreadsheet/zone.ts';
import type { Comparison, ChildComparison, RowDifference } from '../../../generator/language/comparison.ts';

const SIDES = ['from', 'to', 'difference'] as const;

/**
 * Writes a comparison as a workbook, with a sheet for each child entity and a line for each row. A line has the amounts
 * in both versions and their differences.
 */
export async function writeComparison(
  kernel: Kernel,
  { entity }: EntityRuntime,
  { from, to, parts }: Comparison,
  { language, out, signal }: { language: Language; out: Writable; signal?: AbortSignal | undefined },
): Promise<void> {
  const names = {
    from: labelIn(titlesOf(entity, from), language),
    to: labelIn(titlesOf(entity, to), language),
    difference: translate(language, 'MSG_generic_0168'),
  };
  const sheets = parts.map((part) => sheetOf(entityNamed(kernel, part.entity), part, names, language));
  await writeWorkbook(sheets, zoneOf(kernel.timeZone), out, signal);
}

function sheetOf(
  { entity, fields }: EntityRuntime,
  part: ChildComparison,
  names: Record<(typeof SIDES)[number], string>,
  language: Language,
): Sheet {
  const listedFields = new Set(part.rows.flatMap((row) => row.fields.map(({ field }) => field)));
  const amounts = entity.fields.filter(({ kind, name }) => kind === 'money' && listedFields.has(name));
  const read = (label: Label): string => labelIn(label, language);
  const columns: Column[] = [
    { heading: read(entity.label), width: 30 },
    { heading: translate(language, 'MSG_generic_0169'), width: 12 },
    ...amounts.flatMap((field) =>
      SIDES.map((side): Column => ({
        ...columnOf(field, language),
        required: false,
        heading: `${read(field.label)} ${names[side]}`,
      })),
    ),
    { heading: translate(language, 'MSG_generic_0170'), width: 60 },
  ];
  const rows = (async function* () {
    for (const row of part.rows) yield lineOf(row, amounts, fields, language);
  })();
  return { name: read(entity.label), columns, rows };
}

/** Key of the text for each change. */
const CHANGES = {
  added: 'MSG_generic_0171',
  removed: 'MSG_generic_0172',
  changed: 'MSG_generic_0173',
  same: 'MSG_generic_0174',
} as const;

function lineOf(
  { title, change, fields: differences }: RowDifference,
  amounts: readonly Field[],
  fields: EntityRuntime['fields'],
  language: Language,
): unknown[] {
  const byName = new Map(differences.map((one) => [one.field, one]));
  const others = differences
    .filter(({ field }) => fields.get(field)!.kind !== 'money')
    .map(
      ({ field, from, to }) => `${labelIn(fields.get(field)!.label, language)}: ${valueText(from)} → ${valueText(to)}`,
    );
  return [
    labelIn(title, language),
    translate(language, CHANGES[change]),
    ...amounts.flatMap(({ name }) => SIDES.map((side) => byName.get(name)?.[side] ?? null)),
    others.join('; '),
  ];
}

const valueText = (value: unknown): string =>
  value === null ? '—' : typeof value === 'object' ? JSON.stringify(value) : String(value);
