import { canUpdateByImport, isImportable, RECORD_VERSION } from '../../../generator/language/importable.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Mapping, Preview } from './contract.ts';
import { textOf } from '../../fields/types.ts';
import { type Counter, runningOf } from './running.ts';

/** What the reader decided for one heading: a field, to leave the column out, or nothing yet. */
export type Decision = { field: string } | 'ignored' | 'undecided';

/** Where a field that no column brings gets its value. */
export type Source = { constant: unknown } | { counter: Counter };

export interface Decisions {
  headings: Record<string, Decision>;
  lacking: Record<string, Source>;
}

/**
 * Starts from the server's proposal; a heading that it could not place is for the reader to decide. What was decided
 * `before` for a file with these columns holds again: that is how a register's errors come back, mended in the file
 * that tells of them.
 */
export function proposed(preview: Preview, before?: Decisions): Decisions {
  const { headings, mapping } = preview;
  const fresh: Decisions = {
    headings: Object.fromEntries(
      headings
        .filter((heading) => heading.trim() !== '')
        .map((heading): [string, Decision] => {
          const field = mapping.columns[heading];
          if (field === undefined) return [heading, 'undecided'];
          return [heading, field === null ? 'ignored' : { field }];
        }),
    ),
    lacking: {},
  };
  return before && isAlike(preview, before)
    ? { headings: { ...fresh.headings, ...before.headings }, lacking: before.lacking }
    : fresh;
}

/** Whether the file has every column for which something was decided. */
export const isAlike = ({ headings }: Preview, before: Decisions): boolean =>
  Object.keys(before.headings).every((heading) => headings.includes(heading));

/** The decisions for a next file, once one of `rows` rows is written: codes that count up go on behind its last. */
export const goingOn = ({ headings, lacking }: Decisions, rows: number): Decisions => ({
  headings,
  lacking: Object.fromEntries(
    Object.entries(lacking).map(([field, source]): [string, Source] => [
      field,
      'counter' in source
        ? { counter: { ...source.counter, start: source.counter.start + rows, given: true } }
        : source,
    ]),
  ),
});

/** The fields that a spreadsheet may bring. */
export const importFields = (entity: Entity): Field[] => entity.fields.filter(isImportable);

/** What a column may be: a field, or the record version where imports update records. */
export const columnFields = (entity: Entity): Field[] => [
  ...importFields(entity),
  ...(canUpdateByImport(entity) ? [RECORD_VERSION] : []),
];

/** The key of a row as its cells have it; its number where no column gives the key. */
export function keyText(
  entity: Entity,
  { columns }: Mapping,
  headings: readonly string[],
  cells: readonly string[] | undefined,
  row: number,
): string {
  const parts = (entity.import?.key ?? []).flatMap((name) => {
    const place = headings.findIndex((heading) => columns[heading] === name);
    return place === -1 ? [] : [cells?.[place] ?? ''];
  });
  return parts.filter((part) => part !== '').join(' / ') || String(row);
}

/** A row cannot be without it, and nothing but the file gives it. */
export const mustBeGiven = (field: Field): boolean =>
  field.required && field.default === undefined && field.defaultExpr === undefined && !field.compute && !field.number;

export const mappedFields = ({ headings }: Decisions): string[] =>
  Object.values(headings).flatMap((decision) => (typeof decision === 'object' ? [decision.field] : []));

export const undecided = ({ headings }: Decisions): string[] =>
  Object.keys(headings).filter((heading) => headings[heading] === 'undecided');

/** Required fields that neither a column nor the reader gives. */
export function missing(entity: Entity, decisions: Decisions): Field[] {
  const mapped = mappedFields(decisions);
  return importFields(entity).filter(
    (field) => mustBeGiven(field) && !mapped.includes(field.name) && !decisions.lacking[field.name],
  );
}

/** Gives a field to a heading; it then comes from nowhere else: not from another column, nor from a constant. */
export function decide({ headings, lacking }: Decisions, heading: string, decision: Decision): Decisions {
  if (typeof decision !== 'object') return { headings: { ...headings, [heading]: decision }, lacking };
  const freed = Object.entries(headings).map(([other, was]): [string, Decision] => [
    other,
    typeof was === 'object' && was.field === decision.field ? 'undecided' : was,
  ]);
  const { [decision.field]: _, ...others } = lacking;
  return { headings: { ...Object.fromEntries(freed), [heading]: decision }, lacking: others };
}

/** The decisions as the server reads them. */
export function mappingOf({ headings, lacking }: Decisions): Mapping {
  const mapping: Mapping = { columns: {}, constants: {}, running: {} };
  for (const [heading, decision] of Object.entries(headings)) {
    if (decision !== 'undecided') mapping.columns[heading] = decision === 'ignored' ? null : decision.field;
  }
  for (const [field, source] of Object.entries(lacking)) {
    if ('constant' in source) mapping.constants[field] = textOf(source.constant);
    else mapping.running[field] = runningOf(source.counter);
  }
  return mapping;
}
