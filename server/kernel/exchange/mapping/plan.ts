import { canUpdateByImport, isImportable, RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Entity } from '../../../../generator/model/entity.ts';
import type { Field } from '../../../../generator/model/field.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { TransferRefused, type UploadProblem } from '../../../spreadsheet/transferRefused.ts';
import { isColumn } from './fields.ts';
import { mapHeadings } from './headings.ts';
import type { Mapping } from './mapping.ts';
import { runningCode } from './running.ts';

/** A valid mapping, applied to the headings of one file. */
export interface MappingPlan {
  /** the field of each mapped column; one of them may be `RECORD_VERSION` */
  columns: Map<number, Field>;
  /** Whether a column has no heading, so that its values belong to no field. */
  isUnheaded(column: number): boolean;
  constants: { field: Field; text: string }[];
  /** the records into which all rows are imported */
  into: { field: Field; text: string }[];
  running: { field: Field; pattern: string; code: (index: number) => string | undefined }[];
  /** row number → cells that were fixed in the browser */
  fixes: Map<number, { field: Field; text: string | null }[]>;
  /** errors of headings that are neither mapped nor ignored; they block the import */
  errors: UploadProblem[];
}

/**
 * Checks a mapping against the entity and the headings of a file.
 *
 * A heading that is neither mapped nor ignored is an error in the plan, but the rows can still be validated. A mapping
 * that contradicts itself or names unknown fields or headings is refused.
 *
 * @throws TransferRefused with every error of the mapping, or for a file without any mapped heading
 */
export function planMapping(
  entity: Entity,
  headings: readonly string[],
  headingRow: number,
  mapping: Mapping,
): MappingPlan {
  const targets = new Targets(entity);
  const { columns, errors } = mapColumns(targets, mapping, headings, errorsIfOmitted(entity, headings, headingRow));
  const constants = Object.entries(mapping.constants ?? {}).flatMap(([name, text]) => {
    const field = targets.assign(name);
    return field ? [{ field, text }] : [];
  });
  const into = Object.entries(mapping.into ?? {}).flatMap(([name, text]) => {
    const field = targets.find(name);
    return field ? [{ field, text }] : [];
  });
  const running = runningCodes(targets, mapping);
  const fixes = fixedCells(targets, mapping);
  targets.addContradictions();
  if (targets.errors.length > 0) throw new TransferRefused(UPLOAD.mapping, {}, { errors: targets.errors });
  if ([...columns.values()].every((field) => field === RECORD_VERSION))
    throw new TransferRefused(UPLOAD.wrongFile, {}, { errors });
  const isUnheaded = (column: number): boolean => (headings[column] ?? '').trim() === '' && !columns.has(column);
  return { columns, isUnheaded, constants, into, running, fixes, errors };
}

/** The field of each mapped column, and an error for each heading that is neither mapped nor ignored. */
function mapColumns(
  targets: Targets,
  mapping: Mapping,
  headings: readonly string[],
  omissions: ReadonlyMap<number, UploadProblem>,
): Pick<MappingPlan, 'columns' | 'errors'> {
  const columns = new Map<number, Field>();
  const errors: UploadProblem[] = [];
  for (const [column, heading] of headings.entries()) {
    const target = Object.hasOwn(mapping.columns, heading) ? mapping.columns[heading] : undefined;
    const field = target ? targets.assign(target, heading, true) : undefined;
    if (field) columns.set(column, field);
    const error = target === undefined ? omissions.get(column) : undefined;
    if (error) errors.push(error);
  }
  for (const heading of Object.keys(mapping.columns))
    if (!headings.includes(heading)) targets.errors.push({ key: UPLOAD.noColumn, params: { heading } });
  return { columns, errors };
}

const runningCodes = (targets: Targets, mapping: Mapping): MappingPlan['running'] =>
  Object.entries(mapping.running ?? {}).flatMap(([name, spec]) => {
    const field = targets.assign(name);
    const code = runningCode(spec);
    if (!code) targets.errors.push({ field: name, key: UPLOAD.runningPattern, params: { pattern: spec.pattern } });
    return field && code ? [{ field, pattern: spec.pattern, code }] : [];
  });

const fixedCells = (targets: Targets, mapping: Mapping): MappingPlan['fixes'] =>
  new Map(
    Object.entries(mapping.fixes ?? {}).map(([row, cells]) => {
      const fixed = Object.entries(cells).flatMap(([name, text]) => {
        const field = targets.find(name, true);
        return field ? [{ field, text }] : [];
      });
      return [Number(row), fixed] as const;
    }),
  );

/** Collects the fields that a mapping names, and its errors. Each field may have only one source. */
class Targets {
  readonly errors: UploadProblem[] = [];
  readonly #entity: Entity;
  /** field → its sources: headings, and null for a constant or running code */
  readonly #sources = new Map<Field, (string | null)[]>();

  constructor(entity: Entity) {
    this.#entity = entity;
  }

  /**
   * Finds an importable field by name, or adds an error.
   *
   * @param inRow whether the value belongs to one row; only then the record version is permitted
   */
  find(name: string, inRow = false): Field | undefined {
    const known = canUpdateByImport(this.#entity) ? [...this.#entity.fields, RECORD_VERSION] : this.#entity.fields;
    const field = known.find((candidate) => candidate.name === name);
    if (field && (inRow ? isColumn(this.#entity, field) : isImportable(field))) return field;
    this.errors.push(
      field
        ? { field: name, key: UPLOAD.notImportable, params: { field: field.label } }
        : { key: UPLOAD.unknownField, params: { field: name } },
    );
    return undefined;
  }

  /** Finds a field, and adds a source of it: a heading; null for a constant or running code. */
  assign(name: string, heading: string | null = null, inRow = false): Field | undefined {
    const field = this.find(name, inRow);
    if (field) this.#sources.set(field, [...(this.#sources.get(field) ?? []), heading]);
    return field;
  }

  /** Adds an error for each field with several sources. */
  addContradictions(): void {
    for (const [field, sources] of this.#sources) {
      if (sources.length === 1) continue;
      const location = { field: field.name, params: { field: field.label, headings: sources } };
      this.errors.push({ ...location, key: sources.includes(null) ? UPLOAD.twoSources : UPLOAD.fieldTwice });
    }
  }
}

/** For each column with a heading, the error to report if the mapping omits the heading. */
function errorsIfOmitted(entity: Entity, headings: readonly string[], row: number): Map<number, UploadProblem> {
  const labelOf = (name: string): unknown =>
    [...entity.fields, RECORD_VERSION].find((field) => field.name === name)?.label ?? name;
  return new Map(
    mapHeadings(entity, headings).map(({ column, heading, sort, candidates }): [number, UploadProblem] => {
      const location = { row, column };
      if (candidates.length > 1)
        return [
          column,
          { ...location, key: UPLOAD.ambiguousHeading, params: { heading, fields: candidates.map(labelOf) } },
        ];
      if (sort === 'readOnly')
        return [column, { ...location, key: UPLOAD.notImportable, params: { field: labelOf(candidates[0]!) } }];
      return [column, { ...location, key: UPLOAD.unknownHeading, params: { heading } }];
    }),
  );
}
