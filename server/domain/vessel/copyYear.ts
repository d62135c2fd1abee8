import { labelIn } from '../../../generator/language/message.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import { build, prepared } from '../../db/statement.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect, EntityRuntime } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { createRow } from '../../kernel/write/save.ts';
import { violationText } from '../../messages.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { parsedRows, selectRows } from '../../kernel/printedRows.ts';

const policyYear = prepared<{ year: string }>()(($) =>
  build.selectFrom('policy_year').select('id').where('policyYear', '=', $('year')).where('delFlag', '=', 'N').limit(1),
);

/**
 * Copies the insured details of one policy year to another year, for every vessel without insured details in that year.
 * If one row is refused, no row is copied.
 *
 * @throws Refusal 400 at `toYear` for a missing policy year, at `fromYear` without rows to copy or for a row that
 *   breaks a rule
 */
export const copyYear: Effect = async (kernel, { input: { fromYear, toYear }, acceptWarnings }, context) => {
  if (fromYear === toYear) throw refuseFields([{ field: 'toYear', key: 'MSG_master_0306', params: {} }]);
  if (!(await policyYear.first(context.db, { year: toYear as string })))
    throw refuseFields([{ field: 'toYear', key: 'MSG_master_0307', params: { year: toYear } }]);
  const details = entityNamed(kernel, 'vessel-insured');
  const [source, existing] = [await rowsOf(details, fromYear, context), await rowsOf(details, toYear, context)];
  if (source.length === 0)
    throw refuseFields([{ field: 'fromYear', key: 'MSG_master_0308', params: { year: fromYear } }]);
  const existingVessels = new Set(existing.map((row) => row['vslCde']));
  const missing = source.filter((row) => !existingVessels.has(row['vslCde']));
  const systemContext = asSystem(context);
  const copiedFields = details.entity.fields.filter(({ readOnly }) => !readOnly).map(({ name }) => name);
  for (const row of missing) {
    const body = Object.fromEntries(copiedFields.filter((name) => row[name] != null).map((name) => [name, row[name]]));
    try {
      await createRow(
        kernel,
        { runtime: details, input: { ...body, policyYear: toYear, acceptWarnings } },
        systemContext,
      );
    } catch (error) {
      throw error instanceof Refusal ? refusalOfRow(error, details, row, context) : error;
    }
  }
  const counts = { copied: missing.length, kept: source.length - missing.length };
  return { result: counts, message: { key: 'MSG_master_0309', params: { ...counts, from: fromYear, to: toYear } } };
};

async function rowsOf(runtime: EntityRuntime, year: unknown, { db }: Context): Promise<Row[]> {
  const text = `${selectRows(runtime)} where t."policyYear" = $1 and t."delFlag" = 'N' order by t."vslCde"`;
  return parsedRows(await db.query({ text, values: [year] }));
}

/** Converts the refusal of a row to a refusal at `fromYear` that states the title of the row. */
function refusalOfRow(
  { family, violations, byDatabase }: Refusal,
  { entity }: EntityRuntime,
  row: Row,
  { language }: Context,
): Refusal {
  const refusal = refuseFields(
    violations.map((violation) => ({
      field: 'fromYear',
      key: 'MSG_master_0310',
      params: { record: labelIn(titlesOf(entity, row), language), reason: violationText(language, violation) },
      ...(violation.level ? { level: violation.level } : {}),
    })),
    family === 'conflict' ? 'conflict' : 'invalid',
  );
  refusal.byDatabase = byDatabase;
  return refusal;
}
