import { LANGUAGES } from '../../../config.ts';
import { KERNEL_FIELDS } from '../../../../generator/language/kernelFields.ts';
import type { Entity } from '../../../../generator/model/entity.ts';
import type { Field } from '../../../../generator/model/field.ts';
import type { Layout } from '../../../../generator/model/import.ts';
import { translate } from '../../../messages.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { foldHeading, headingOf, isColumn } from './fields.ts';

/**
 * What a heading means:
 *
 * - `field`: an importable field or the record version
 * - `readOnly`: a field that cannot be imported
 * - `errors`: the error column of an error file
 * - `ambiguous`: several fields, or a field that another heading means too
 * - `unknown`: nothing known
 */
export type HeadingMeaning = 'field' | 'readOnly' | 'errors' | 'ambiguous' | 'unknown';

/** A proposal for one heading, which a person confirms or changes. */
export interface HeadingProposal {
  heading: string;
  /** index of the column, from 0 */
  column: number;
  sort: HeadingMeaning;
  /** the proposed field; null if the column is to be ignored or a person must choose the field */
  field: string | null;
  /** every field that the heading may mean */
  candidates: string[];
}

/**
 * Detects the layout of a file (`x-import.layouts`): the layout of whose headings the file has the largest share, at
 * least half.
 */
export function layoutOf(entity: Entity, headings: readonly string[]): Layout | undefined {
  const present = new Set(headings.map(foldHeading));
  const shares = (entity.import?.layouts ?? []).map((layout) => {
    const expected = Object.keys(layout.columns);
    return { layout, share: expected.filter((heading) => present.has(foldHeading(heading))).length / expected.length };
  });
  return shares.filter(({ share }) => share >= 0.5).sort((a, b) => b.share - a.share)[0]?.layout;
}

/**
 * Proposes a field for each heading: by the layout of the file, otherwise by the name of the field, otherwise by its
 * label in any language. Blank headings are omitted.
 */
export function mapHeadings(entity: Entity, headings: readonly string[]): HeadingProposal[] {
  const columns = new Map(
    Object.entries(layoutOf(entity, headings)?.columns ?? {}).map(([heading, name]) => [
      foldHeading(heading),
      entity.fields.filter((field) => field.name === name),
    ]),
  );
  const names = indexFields(entity.fields, (field) => [field.name]);
  const labels = indexFields(entity.fields, (field) => [
    field.label.en,
    field.label.zh,
    ...LANGUAGES.map((language) => headingOf(entity, field, language)),
  ]);
  // kernel fields are searched last, because a field of the entity may have the same label
  const kernel = indexFields(KERNEL_FIELDS, (field) => [field.name, field.label.en, field.label.zh]);
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
  const byField = Map.groupBy(proposals, (proposal) => proposal.field);
  return proposals.map((proposal) =>
    proposal.field !== null && byField.get(proposal.field)!.length > 1
      ? { ...proposal, sort: 'ambiguous', field: null }
      : proposal,
  );
}

/**
 * The columns of the mapping that accepts all proposals. It ignores the error column and fields that cannot be
 * imported, such as computed ones. It omits ambiguous and unknown headings, so `planMapping` reports them as errors.
 */
export function proposedColumns(proposals: readonly HeadingProposal[]): Record<string, string | null> {
  const clear = proposals.filter(({ sort }) => sort === 'field' || sort === 'errors' || sort === 'readOnly');
  return Object.fromEntries(clear.map(({ heading, field }) => [heading, field]));
}

/** Groups fields by their keys, which are folded like headings. */
function indexFields(fields: readonly Field[], keysOf: (field: Field) => string[]): Map<string, Field[]> {
  const found = new Map<string, Field[]>();
  for (const field of fields) {
    for (const key of new Set(keysOf(field).map(foldHeading))) found.set(key, [...(found.get(key) ?? []), field]);
  }
  return found;
}
