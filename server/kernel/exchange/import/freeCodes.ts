import { quote } from '../../../../generator/language/sqlText.ts';
import { Refusal } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import { knownEntity } from '../../knownEntity.ts';
import { ofCompaniesFilter } from '../../read/access.ts';
import { permit } from '../../rights.ts';
import { Values } from '../../statement.ts';
import { isImportable } from '../../../../generator/language/importable.ts';
import { parseRunningPattern } from '../mapping/running.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';

/**
 * Finds the smallest number of a running code from which `rows` consecutive numbers are free. It may have more digits
 * than the pattern has places. Codes of deleted rows count as used, because people still know records by them. Codes of
 * other companies, which the caller may not see, do not count; the import refuses a row with such a code.
 *
 * @throws Refusal 400 for a field that cannot be imported or an invalid pattern; 403 without the right to import
 */
export async function findFreeStart(
  kernel: Kernel,
  runtime: EntityRuntime,
  { field: name, pattern, rows }: { field: string; pattern: string; rows: number },
  context: Context,
): Promise<number> {
  permit(kernel, runtime, 'import', context);
  const entity = knownEntity(runtime, context.user);
  const field = entity.fields.find((candidate) => candidate.name === name && isImportable(candidate));
  if (!field)
    throw new Refusal('invalid', UPLOAD.unknownField, { field: name }, [
      { field: 'field', key: UPLOAD.unknownField, params: { field: name } },
    ]);
  const parsed = parseRunningPattern(pattern);
  if (!parsed)
    throw new Refusal('invalid', UPLOAD.runningPattern, { pattern }, [
      { field: 'pattern', key: UPLOAD.runningPattern, params: { pattern } },
    ]);
  const { before, after, base, places } = parsed;
  const column = `t.${quote(field.name)}::text`;
  // not compared by LIKE or a regular expression, because the text around the number may contain special characters
  const values = new Values();
  for (const value of [before, after, places, base === 10 ? '^[0-9]+$' : '^[0-9A-Z]+$']) values.bind(value);
  const companyFilter = ofCompaniesFilter({ kernel, context, values }, runtime);
  const { rows: taken } = (await context.db.query({
    text: `select substr(${column}, length($1::text) + 1, $3::int) as code from ${quote(entity.table)} t
      where length(${column}) = length($1::text) + $3::int + length($2::text) and left(${column}, length($1::text)) = $1 and right(${column}, length($2::text)) = $2
      and substr(${column}, length($1::text) + 1, $3::int) ~ $4${companyFilter}`,
    values: values.list,
  })) as { rows: { code: string }[] };
  return firstGap(
    taken.map(({ code }) => Number.parseInt(code, base)).sort((a, b) => a - b),
    rows,
  );
}

/** The smallest number, at least 1, that begins `count` consecutive free numbers. @param taken in ascending order */
function firstGap(taken: readonly number[], count: number): number {
  let start = 1;
  for (const number of taken) {
    if (number >= start + count) break;
    if (number >= start) start = number + 1;
  }
  return start;
}
