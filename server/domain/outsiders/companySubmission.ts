import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules, Kernel } from '../../kernel/core.ts';
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
import { foreign, readProof, type Given } from './given.ts';
import { outcomeLetter } from './letters.ts';
import type { CodeCheck } from './mailCodes.ts';
import { takeOver } from './submittedCompany.ts';

/** What a company tells of itself; the rest is its reviewer's. */
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

/** Whoever reads a mail address, in whose name scans and submission are kept. */
const asReader = (kernel: Kernel, mail: string, { requestId }: Context): Context =>
  systemContext(kernel, { requestId, userCde: mail, userName: mail });

/**
 * Takes one scan. It is its sender's until the submission refers to it, and is swept after a day. @throws Refusal 400
 * at `mail`, `mailCode` or `file`, 429 over the quota or the uploads of a code
 */
export async function receiveScan(
  kernel: Kernel,
  { codes, caller, uploads }: CodeCheck & { uploads: Limit },
  { files, given, upload }: { files: Files; given: Given; upload: ReceivedFile },
  context: Context,
): Promise<StoredFile> {
  const { proof, violations } = readProof(kernel, given);
  if (violations.length > 0) throw refuseFields(violations);
  await uploads.count(await codes.check('submission', proof.mail, proof.mailCode, caller));
  return files.receive(upload, asReader(kernel, proof.mail, context), OUTSIDER_QUOTA);
}

/**
 * Takes a company's information, once, for review.
 *
 * @throws Refusal 400 at each wrong field or at `mailCode`, 409 when it was submitted already
 */
export async function submitCompany(
  kernel: Kernel,
  { codes, caller }: CodeCheck,
  given: Given,
  context: Context,
): Promise<void> {
  const runtime = entityNamed(kernel, 'company-submission');
  const { mail: _mail, mailCode: _code, ...body } = given;
  const { proof, violations } = readProof(kernel, given);
  const asked = readBody(runtime, body, context.user);
  asked.violations.unshift(...foreign(body, [...FIELDS, 'acceptWarnings']), ...violations);
  await validateOnly(kernel, runtime, asked, context);
  const code = await codes.check('submission', proof.mail, proof.mailCode, caller);
  await asReader(kernel, proof.mail, context).transaction(async (inside) => {
    await codes.spend(code, inside.db);
    await createRow(kernel, { runtime, input: body, system: { values: { mail: proof.mail } } }, inside);
  });
}

/**
 * What a review brings about: an accepted submission makes or completes the company; whoever submitted is told by mail
 * either way.
 */
export const companySubmissionRules = (kernel: Kernel, files: Files, mailer: Mailer | undefined): DomainRules => ({
  afterSave: async ({ row, action }, context) => {
    if (action !== 'accept' && action !== 'reject') return;
    if (action === 'accept') {
      await takeOver(kernel, files, row, context);
      await acceptFiles(context.db, 'company-submission', String(row['id']));
    }
    // one that was entered by staff has no address to tell
    if (row['mail'] == null) return;
    const letter = outcomeLetter(
      String(row['mail']),
      action === 'accept' ? 'submissionAccepted' : 'submissionRejected',
      { company: row['companyName'], remark: row['reviewRemark'] },
    );
    context.afterCommit(() => mailer?.post(letter));
  },
});
