import { throwViolations } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Files } from '../../kernel/files/files.ts';
import type { ReceivedFile, StoredFile } from '../../kernel/files/storedFile.ts';
import { acceptFiles, OUTSIDER_QUOTA } from '../../kernel/files/quota.ts';
import type { Limit } from '../../kernel/limit.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { readBody } from '../../kernel/write/body.ts';
import { validateOnly } from '../../kernel/write/validate.ts';
import { createRow } from '../../kernel/write/save.ts';
import { systemContext } from '../identity/system.ts';
import type { Mailer } from '../mail/mailer.ts';
import { unknownFields, readProof, type Payload } from './payload.ts';
import { outcomeLetter } from './letters.ts';
import type { CodeCheck } from './mailCodes.ts';
import { applySubmission } from './submittedCompany.ts';

/** Fields that a company may submit; the reviewer fills in the others. */
const FIELDS = [
  'companyName',
  'unifiedSocialCreditNo',
  'abbreviation',
  'address',
  'phone',
  'fax',
  'businessLicence',
  'invoiceInfo',
];

/** A context in the name of the reader of a mail address, who owns the scans and the submission. */
const asReader = (kernel: Kernel, mail: string, { requestId }: Context): Context =>
  systemContext(kernel, { requestId, userCde: mail, userName: mail });

/**
 * Receives one scan. It belongs to its sender until the submission refers to it, and is deleted after a day otherwise.
 *
 * @throws Refusal 400 at `mail`, `mailCode` or `file`, 429 over the quota or the uploads of a code
 */
export async function receiveScan(
  kernel: Kernel,
  { codes, caller, uploads }: CodeCheck & { uploads: Limit },
  { files, payload, upload }: { files: Files; payload: Payload; upload: ReceivedFile },
  context: Context,
): Promise<StoredFile> {
  const { proof, violations } = readProof(kernel, payload);
  throwViolations(violations);
  await uploads.count(await codes.check('submission', proof.mail, proof.mailCode, caller));
  return files.receive(upload, asReader(kernel, proof.mail, context), OUTSIDER_QUOTA);
}

/**
 * Creates a company's submission for review.
 *
 * @throws Refusal 400 at each invalid field or at `mailCode`, 409 for a second submission
 */
export async function submitCompany(
  kernel: Kernel,
  { codes, caller }: CodeCheck,
  payload: Payload,
  context: Context,
): Promise<void> {
  const runtime = entityNamed(kernel, 'company-submission');
  const { mail: _mail, mailCode: _code, ...body } = payload;
  const { proof, violations } = readProof(kernel, payload);
  const parsed = readBody(runtime, body, context.user);
  parsed.violations.unshift(...unknownFields(body, [...FIELDS, 'acceptWarnings']), ...violations);
  await validateOnly(kernel, runtime, parsed, context);
  const code = await codes.check('submission', proof.mail, proof.mailCode, caller);
  await asReader(kernel, proof.mail, context).transaction(async (inside) => {
    await codes.spend(code, inside.db);
    await createRow(kernel, { runtime, input: body, system: { values: { mail: proof.mail } } }, inside);
  });
}

/**
 * Completes a review: an accepted submission creates or completes the company. The sender gets a mail with the outcome.
 */
export const companySubmissionRules = (kernel: Kernel, files: Files, mailer: Mailer | undefined): DomainRules => ({
  afterWrite: async ({ row, action }, context) => {
    if (action !== 'accept' && action !== 'reject') return;
    if (action === 'accept') {
      await applySubmission(kernel, files, row, context);
      await acceptFiles(context.db, 'company-submission', String(row['id']));
    }
    // a submission that staff entered has no mail address
    if (row['mail'] == null) return;
    const letter = outcomeLetter(
      String(row['mail']),
      action === 'accept' ? 'submissionAccepted' : 'submissionRejected',
      { company: row['companyName'], remark: row['reviewRemark'] },
    );
    context.afterCommit(() => mailer?.post(letter));
  },
});
