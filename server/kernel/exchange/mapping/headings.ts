import { LANGUAGES } from '../../../config.ts';
import { KERNEL_FIELDS } from '../../../../generator/language/kernelFields.ts';
import type { Entity } from '../../../../generator/model/entity.ts';
import type { Field } from '../../../../generator/model/field.ts';
import type { Layout } from '../../../../generator/model/import.ts';
import { translate } from '../../../messages.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { foldHeading, headingOf, isColumn } from './fields.ts';

/**
 * What a heading was found to be: a field, or the record version; a field that no file can give (`readOnly`); the error
 * column of a file that we marked ourselves (`errors`); several fields, or one that another heading names too
 * (`ambiguous`); or nothing.
 */
export type HeadingSort = 'field' | 'readOnly' | 'errors' | 'ambiguous' | 'unknown';

/** A proposal for one heading, which a person confirms or changes. */
export interface HeadingProposal {
  heading: string;
  /** from 0 */
  column: number;
  sort: HeadingSort;
  /** the proposed field; null where the column is to be ignored or a person must choose */
  field: string | null;
  /** every field that the heading may mean */
  candidates: string[];
}

/**
 * The layout whose file this is: the one that has most of its headings here, if that is at least half of them
 * (`x-import.layouts`).
 */
export function layoutOf(entity: Entity, headings: readonly string[]): Layout | undefined {
  const here = new Set(headings.map(foldHeading));
  const shares = (entity.import?.layouts ?? []).map((layout) => {
    const own = Object.keys(layout.columns);
    return { layout, share: own.filter((heading) => here.has(foldHeading(heading))).length / own.length };
  });
  return shares.filter(({ share }) => share >= 0.5).sort((a, b) => b.share - a.share)[0]?.layout;
}

/**
 * Proposes a field for each heading: the one that the file's layout says, else the one of that name, else the one with
 * that label in either language. Blank headings are left out.
 */
export function mapHeadings(entity: Entity, headings: readonly string[]): HeadingProposal[] {
  const columns = new Map(
    Object.entries(layoutOf(entity, headings)?.columns ?? {}).map(([heading, name]) => [
      foldHeading(heading),
      entity.fields.filter((field) => field.name === name),
    ]),
  );
  const names = index(entity.fields, (field) => [field.name]);
  const labels = index(entity.fields, (field) => [
    field.label.en,
    field.label.zh,
    ...LANGUAGES.map((language) => headingOf(entity, field, language)),
  ]);
  // Last, for a field of the entity may well be called what the kernel calls one of its own.
  const kernel = index(KERNEL_FIELDS, (field) => [field.name, field.label.en, field.label.zh]);
  const errors = new Set(LANGUAGES.map((language) => foldHeading(translate(language, UPLOAD.errors))));
  const proposals = headings.flatMap((heading, column): HeadingProposal[] => {
    const key = foldHeading(heading);
    if (key === '') return [];
    const found = columns.get(key) ?? names.get(key) ?? labels.get(key) ?? kernel.get(key) ?? [];
    const candidates = found.map((field) => field.name);
    const sort =
      found.length > 1
        ? 'ambiguous'
        : found[0]
          ? isColumn(entity, found[0])
            ? 'field'
            : 'readOnly'
          : errors.has(key)
            ? 'errors'
            : 'unknown';
    return [{ heading, column, sort, field: sort === 'field' ? found[0]!.name : null, candidates }];
  });
  const claims = Map.groupBy(proposals, (proposal) => proposal.field);
  return proposals.map((proposal) =>
    proposal.field !== null && claims.get(proposal.field)!.length > 1
      ? { ...proposal, sort: 'ambiguous', field: null }
      : proposal,
  );
}

/**
 * The columns of a mapping that takes the proposals as they are. What an export holds and no file can give, such as
 * what is worked out, and our own error column are left out; what is open stays unmapped and so becomes a fault of its
 * heading.
 */
export function proposedColumns(proposals: readonly HeadingProposal[]): Record<string, string | null> {
  const settled = proposals.filter(({ sort }) => sort === 'field' || sort === 'errors' || sort === 'readOnly');
  return Object.fromEntries(settled.map(({ heading, field }) => [heading, field]));
}

function index(fields: readonly Field[], keysOf: (field: Field) => string[]): Map<string, Field[]> {
  const found = new Map<string, Field[]>();
  for (const field of fields) {
    for (const key of new Set(keysOf(field).map(foldHeading))) found.set(key, [...(found.get(key) ?? []), field]);
  }
  return found;
}
