import { build, prepared } from '../../db/statement.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Files } from '../../kernel/files/files.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';
import { asSystem } from '../../kernel/systemUser.ts';

/** Field of a company → the field of the submission with its value, where refusals are reported. */
const SUBMITTED = {
  companyCde: 'companyCde',
  companyNameEn: 'companyNameEn',
  companyNameCh: 'companyName',
  abbreviationCh: 'abbreviation',
  addressEn: 'addressEn',
  addressCh: 'address',
  country: 'country',
  unifiedSocialCreditNo: 'unifiedSocialCreditNo',
  contactsPhone: 'phone',
} as const;
const SCANS = ['businessLicence', 'invoiceInfo'] as const;

/**
 * Creates the company of an accepted submission, or fills in the empty fields of the company with its credit code.
 * Existing values are never overwritten. The scans are copied to the company. Runs in the transaction of the review.
 *
 * @throws Refusal at fields of the submission: 409 if code, name or credit code belong to another company
 */
export async function applySubmission(kernel: Kernel, files: Files, submission: Row, context: Context): Promise<void> {
  const systemContext = asSystem(context);
  const company = entityNamed(kernel, 'company');
  const existing = await existingCompany(kernel, submission['unifiedSocialCreditNo'] as string, context);
  if (existing && existing['companyCde'] !== submission['companyCde'])
    throw refuseFields(
      [{ field: 'companyCde', key: 'MSG_system_0107', params: { code: existing['companyCde'] } }],
      'conflict',
    );
  const values: Row = {};
  for (const [field, name] of Object.entries(SUBMITTED))
    if (submission[name] != null && existing?.[field] == null) values[field] = submission[name];
  for (const field of SCANS) {
    const copies = await copyFiles(files, submission[field], systemContext);
    if (copies.length > 0) values[field] = [...idsOf(existing?.[field]), ...copies];
  }
  // the submitter and the reviewer have accepted the warnings about the credit code
  const body = { ...values, acceptWarnings: true };
  try {
    await (existing
      ? updateRow(
          kernel,
          { runtime: company, id: String(existing['id']), rev: Number(existing['rev']), input: body },
          systemContext,
        )
      : createRow(kernel, { runtime: company, input: body }, systemContext));
  } catch (error) {
    throw error instanceof Refusal ? atSubmission(error) : error;
  }
}

const companyOf = prepared<{ creditCode: string }>()(($) =>
  build
    .selectFrom('company')
    .select(['id', 'rev', ...(Object.keys(SUBMITTED) as (keyof typeof SUBMITTED)[]), ...SCANS])
    .where('unifiedSocialCreditNo', '=', $('creditCode'))
    .where('delFlag', '=', 'N'),
);

/** The company with a credit code, locked. */
async function existingCompany(kernel: Kernel, creditCode: string, context: Context): Promise<Row | undefined> {
  const runtime = entityNamed(kernel, 'company');
  const found = await companyOf.all(context.db, { creditCode });
  await lockInOrder(
    kernel,
    found.map(({ id }) => ({ runtime, id })),
    context,
  );
  // re-read, because another transaction may have changed it before the lock
  return companyOf.first(context.db, { creditCode });
}

/** @returns the ids of the copies */
async function copyFiles(files: Files, value: unknown, context: Context): Promise<string[]> {
  const copies: string[] = [];
  for (const id of idsOf(value)) copies.push((await files.copy(id, context)).id);
  return copies;
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A refusal of the company, reported at the fields of the submission, which the reviewer sees. */
function atSubmission(error: Refusal): Refusal {
  const refusal = refuseFields(
    error.violations.map((violation) => ({
      ...violation,
      field: (SUBMITTED as Record<string, string>)[violation.field] ?? violation.field,
    })),
    error.family === 'conflict' ? 'conflict' : 'invalid',
  );
  refusal.byDatabase = error.byDatabase;
  return refusal;
}
