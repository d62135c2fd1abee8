import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Files } from '../../kernel/files/files.ts';
import { entityNamed, type Kernel } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/write/body.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';
import { withEveryRight } from '../../kernel/everyRight.ts';

/** Each field of a company that a submission tells, and the submission's own name for it, at which a refusal stands. */
const TOLD: Record<string, string> = {
  companyCde: 'companyCde',
  companyNameEn: 'companyNameEn',
  companyNameCh: 'companyName',
  abbreviationCh: 'abbreviation',
  addressEn: 'addressEn',
  addressCh: 'address',
  country: 'country',
  unifiedSocialCreditNo: 'unifiedSocialCreditNo',
  contactsPhone: 'phone',
};
const SCANS = ['businessLicence', 'invoiceInfo'];

/**
 * Makes the company of an accepted submission, or fills in what is blank of the one that has its credit code; what
 * stands there is never overwritten. The scans become the company's own too. All in the transaction of the step.
 *
 * @throws Refusal at the submission's fields: 409 where code, name or credit code are another company's
 */
export async function takeOver(kernel: Kernel, files: Files, submission: Row, context: Context): Promise<void> {
  const acting = withEveryRight(context);
  const company = entityNamed(kernel, 'company');
  const standing = await standingCompany(kernel, submission['unifiedSocialCreditNo'], context);
  if (standing && standing['companyCde'] !== submission['companyCde'])
    throw refuseFields(
      [{ field: 'companyCde', key: 'MSG_system_0107', params: { code: standing['companyCde'] } }],
      'conflict',
    );
  const told: Row = {};
  for (const [field, name] of Object.entries(TOLD))
    if (submission[name] != null && standing?.[field] == null) told[field] = submission[name];
  for (const field of SCANS) {
    const copies = await copied(files, submission[field], acting);
    if (copies.length > 0) told[field] = [...idsOf(standing?.[field]), ...copies];
  }
  // a doubtful credit code was accepted when it was submitted, and again by the reviewer
  const body = { ...told, acceptWarnings: true };
  try {
    await (standing
      ? updateRow(kernel, company, String(standing['id']), Number(standing['rev']), body, acting)
      : createRow(kernel, company, body, acting));
  } catch (error) {
    throw error instanceof Refusal ? atSubmission(error) : error;
  }
}

/** The company of a credit code, locked. */
async function standingCompany(kernel: Kernel, creditCode: unknown, context: Context): Promise<Row | undefined> {
  const runtime = entityNamed(kernel, 'company');
  const select = (columns: string) =>
    context.db.query({
      text: `select ${columns} from company where "unifiedSocialCreditNo" = $1 and "delFlag" = 'N'`,
      values: [creditCode],
    });
  await lockInOrder(
    kernel,
    ((await select('id::text as id')).rows as { id: string }[]).map(({ id }) => ({ runtime, id })),
    context,
  );
  return ((await select('to_json(company) as row')).rows[0] as { row: Row } | undefined)?.row;
}

async function copied(files: Files, value: unknown, context: Context): Promise<string[]> {
  const copies: string[] = [];
  for (const id of idsOf(value)) copies.push((await files.copy(id, context)).id);
  return copies;
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The company's refusal as one of the submission that its reviewer has before him. */
function atSubmission(error: Refusal): Refusal {
  const refusal = refuseFields(
    error.violations.map((violation) => ({ ...violation, field: TOLD[violation.field] ?? violation.field })),
    error.family === 'conflict' ? 'conflict' : 'invalid',
  );
  refusal.byDatabase = error.byDatabase;
  return refusal;
}
