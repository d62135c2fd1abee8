import { Refusal } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import { knownEntity } from '../../knownEntity.ts';
import { ofCompaniesFilter } from '../../read/access.ts';
import { permit } from '../../rights.ts';
import { quote, Values } from '../../statement.ts';
import { isImportable } from '../../../../generator/language/importable.ts';
import { runningParts } from '../mapping/running.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';

/**
 * The first number, from 1 on, from which a running code names `rows` rows one after the other without meeting one that
 * is there. Codes of deleted rows are taken too: people know a thing by its code for longer than that. Where the places
 * are too few for as many, the number after the last code. Codes of other companies' rows, which the caller does not
 * see, do not count: the import would refuse them.
 *
 * @throws Refusal 400 for a field that no file gives, or a pattern that is no running code; 403 without the right to
 *   import
 */
export async function freeStart(
  kernel: Kernel,
  runtime: EntityRuntime,
  { field: name, pattern, rows }: { field: string; pattern: string; rows: number },
  context: Context,
): Promise<number> {
  permit(kernel, runtime, 'import', context);
  const entity = knownEntity(runtime, context.user);
  const field = entity.fields.find((one) => one.name === name && isImportable(one));
  if (!field)
    throw new Refusal('invalid', UPLOAD.unknownField, { field: name }, [
      { field: 'field', key: UPLOAD.unknownField, params: { field: name } },
    ]);
  const parts = runningParts(pattern);
  if (!parts)
    throw new Refusal('invalid', UPLOAD.runningPattern, { pattern }, [
      { field: 'pattern', key: UPLOAD.runningPattern, params: { pattern } },
    ]);
  const { before, after, base, places } = parts;
  const column = `t.${quote(field.name)}::text`;
  // by characters, as the codes are written: no pattern of PostgreSQL's that the text around the number could upset
  const values = new Values();
  for (const value of [before, after, places, base === 10 ? '^[0-9]+$' : '^[0-9A-Z]+$']) values.bind(value);
  const seen = ofCompaniesFilter({ kernel, context, values }, runtime);
  const { rows: taken } = (await context.db.query({
    text: `select substr(${column}, length($1::text) + 1, $3::int) as code from ${quote(entity.table)} t
      where length(${column}) = length($1::text) + $3::int + length($2::text) and left(${column}, length($1::text)) = $1 and right(${column}, length($2::text)) = $2
      and substr(${column}, length($1::text) + 1, $3::int) ~ $4${seen}`,
    values: values.list,
  })) as { rows: { code: string }[] };
  return firstGap(
    taken.map(({ code }) => Number.parseInt(code, base)).sort((one, other) => one - other),
    rows,
  );
}

/** The least number from 1 on that begins `wanted` numbers which are not among those `taken`, given in their order. */
export function firstGap(taken: readonly number[], wanted: number): number {
  let start = 1;
  for (const number of taken) {
    if (number >= start + wanted) break;
    if (number >= start) start = number + 1;
  }
  return start;
}
