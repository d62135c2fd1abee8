import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Field, Ref } from '../../../generator/model/field.ts';
import { ROWS_PER_CALL, rowsBy } from '../../fields/ref/target.ts';
import { isAbsent, textOf } from '../../fields/types.ts';
import type { FormProblem } from '../form/problem.ts';
import type { ChildRows } from './childRows.ts';

/** Maximum number of codes in one call. */
const MAX_PER_CALL = 200;

/**
 * Reports codes without a row or an option at their cells. Rules in the browser do not know other rows; without this
 * the server would report them when the rows are saved. If a call fails, it does so.
 */
export async function reportUnknownCodes(
  rows: ChildRows,
  ids: readonly string[],
  fields: readonly Field[],
): Promise<void> {
  await Promise.all(
    fields.map(async (field) => {
      const codes = [...new Set(ids.map((id) => rows.value(id, field.name)).filter((value) => !isAbsent(value)))];
      const unknown = await unknownCodes(field, codes.map(textOf)).catch(() => new Set<string>());
      // the user may have changed a cell in the meantime
      for (const id of ids) {
        const code = textOf(rows.value(id, field.name));
        if (unknown.has(code)) rows.report(id, field.name, problemOf(field, code));
      }
    }),
  );
}

async function unknownCodes({ ref, kind, options, optionList }: Field, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  if (optionList !== undefined && options && kind !== 'multiChoice')
    return new Set(codes.filter((code) => !options.some((option) => option.code === code)));
  if (!ref || kind !== 'ref' || ref.closed || ref.bare || ref.open) return new Set();
  const stored = await storedCodes(ref, codes);
  return new Set(codes.filter((code) => !stored.has(code)));
}

/** Those of the codes that have a row. A code can have several rows, so a full page may lack the rows of some codes. */
async function storedCodes(ref: Ref, codes: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < codes.length; from += MAX_PER_CALL) {
    let open = codes.slice(from, from + MAX_PER_CALL);
    while (open.length > 0) {
      const rows = await rowsBy(ref, open);
      for (const row of rows) if (row['delFlag'] !== 'Y') found.add(textOf(row[ref.by]));
      const missing = open.filter((code) => !found.has(code));
      if (rows.length < ROWS_PER_CALL || missing.length === open.length) break;
      open = missing;
    }
  }
  return found;
}

const problemOf = ({ label, ref }: Field, value: string): FormProblem => ({
  key: ref?.key ?? (ref ? MESSAGE.referenceMissing : MESSAGE.option),
  params: { label, value },
});
