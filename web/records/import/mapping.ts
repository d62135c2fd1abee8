import { canUpdateByImport, isImportable, RECORD_VERSION } from '../../../generator/language/importable.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Mapping, Preview } from './contract.ts';
import { textOf } from '../../fields/types.ts';
import { type Counter, runningOf } from './counter.ts';

/** The decision for one heading: a field, to omit the column, or none yet. */
export type Decision = { field: string } | 'ignored' | 'undecided';

/** Source of the values of a field without a column. */
export type Source = { constant: unknown } | { counter: Counter };

/** Field of each column, and source of the values of fields without a column. */
export interface Decisions {
  headings: Record<string, Decision>;
  unmapped: Record<string, Source>;
}

/**
 * Initial decisions: the server's proposal, in which headings that it does not recognise are undecided. Fields of
 * `preset` without a column have one value for all rows. Decisions made `before` for a file with the
 * same columns take precedence, for example for a corrected error file.
 */
export function proposedDecisions(
  preview: Preview,
  {
    before,
    preset = {},
  }: { before?: Decisions | undefined; preset?: Readonly<Record<string, unknown>> | undefined } = {},
): Decisions {
  const { headings, mapping } = preview;
  const proposal = withPreset(preset, {
    headings: Object.fromEntries(
      headings
        .filter((heading) => heading.trim() !== '')
        .map((heading): [string, Decision] => {
          const field = mapping.columns[heading];
          if (field === undefined) return [heading, 'undecided'];
          return [heading, field === null ? 'ignored' : { field }];
        }),
    ),
    unmapped: {},
  });
  return before && hasSameColumns(preview, before)
    ? { headings: { ...proposal.headings, ...before.headings }, unmapped: before.unmapped }
    : proposal;
}

/**
 * Whether the user need not map the columns of a file. The server has then converted a special format, such as a bank
 * statement, to columns with the names of fields, and nothing is missing.
 */
export const needsNoMapping = (entity: Entity, file: Pick<File, 'name'>, decisions: Decisions): boolean =>
  entity.import?.formats !== undefined &&
  !/\.(?:csv|xlsx)$/i.test(file.name) &&
  undecidedHeadings(decisions).length === 0 &&
  missingFields(entity, decisions).length === 0;

/** Adds the values of `preset` for fields without a column. */
function withPreset(preset: Readonly<Record<string, unknown>>, proposal: Decisions): Decisions {
  const mapped = mappedFields(proposal);
  const added = Object.entries(preset).filter(([name]) => !mapped.includes(name));
  const sources = added.map(([name, constant]): [string, Source] => [name, { constant }]);
  return { ...proposal, unmapped: { ...proposal.unmapped, ...Object.fromEntries(sources) } };
}

/** Whether the file has all columns for which a decision was made. */
export const hasSameColumns = ({ headings }: Preview, before: Decisions): boolean =>
  Object.keys(before.headings).every((heading) => headings.includes(heading));

/**
 * The decisions for the next file. Counters continue after the last code of the current file, which has `rows` rows.
 */
export const forNextFile = ({ headings, unmapped }: Decisions, rows: number): Decisions => ({
  headings,
  unmapped: Object.fromEntries(
    Object.entries(unmapped).map(([field, source]): [string, Source] => [
      field,
      'counter' in source
        ? { counter: { ...source.counter, start: source.counter.start + rows, hasOwnStart: true } }
        : source,
    ]),
  ),
});

/** Fields that a spreadsheet may contain. */
export const importFields = (entity: Entity): Field[] => entity.fields.filter(isImportable);

/** Fields to which a column can be mapped: importable fields and, if imports may update records, the record version. */
export const columnFields = (entity: Entity): Field[] => [
  ...importFields(entity),
  ...(canUpdateByImport(entity) ? [RECORD_VERSION] : []),
];

/** A file with its mapping. */
interface MappedFile {
  entity: Entity;
  mapping: Mapping;
  headings: readonly string[];
}

/** The key of a row by its cells, or its number if no column has the key. */
export function keyText(
  { entity, mapping, headings }: MappedFile,
  cells: readonly string[] | undefined,
  row: number,
): string {
  const parts = (entity.import?.key ?? []).flatMap((name) => {
    const index = headings.findIndex((heading) => mapping.columns[heading] === name);
    return index === -1 ? [] : [cells?.[index] ?? ''];
  });
  return parts.filter((part) => part !== '').join(' / ') || String(row);
}

/** Whether a field is required and only the file can provide it. */
export const mustBeProvided = (field: Field): boolean =>
  field.required && field.default === undefined && field.defaultExpr === undefined && !field.compute && !field.number;

/** Names of the fields that have a column. */
export const mappedFields = ({ headings }: Decisions): string[] =>
  Object.values(headings).flatMap((decision) => (typeof decision === 'object' ? [decision.field] : []));

/** Headings without a decision. */
export const undecidedHeadings = ({ headings }: Decisions): string[] =>
  Object.keys(headings).filter((heading) => headings[heading] === 'undecided');

/** Required fields without a column or another source. */
export function missingFields(entity: Entity, decisions: Decisions): Field[] {
  const mapped = mappedFields(decisions);
  return importFields(entity).filter(
    (field) => mustBeProvided(field) && !mapped.includes(field.name) && !decisions.unmapped[field.name],
  );
}

/** Applies a decision to a heading. A field that is chosen loses its other column or source. */
export function decide({ headings, unmapped }: Decisions, heading: string, decision: Decision): Decisions {
  if (typeof decision !== 'object') return { headings: { ...headings, [heading]: decision }, unmapped };
  const freed = Object.entries(headings).map(([other, previous]): [string, Decision] => [
    other,
    typeof previous === 'object' && previous.field === decision.field ? 'undecided' : previous,
  ]);
  const { [decision.field]: _, ...others } = unmapped;
  return { headings: { ...Object.fromEntries(freed), [heading]: decision }, unmapped: others };
}

/**
 * The decisions as the server reads them.
 *
 * @param into the references to the record into which all rows are imported
 */
export function mappingOf({ headings, unmapped }: Decisions, into: Readonly<Record<string, string>> = {}): Mapping {
  const mapping: Mapping = { columns: {}, constants: {}, into, running: {} };
  for (const [heading, decision] of Object.entries(headings)) {
    if (decision !== 'undecided') mapping.columns[heading] = decision === 'ignored' ? null : decision.field;
  }
  for (const [field, source] of Object.entries(unmapped)) {
    if ('constant' in source) mapping.constants[field] = textOf(source.constant);
    else mapping.running[field] = runningOf(source.counter);
  }
  return mapping;
}
