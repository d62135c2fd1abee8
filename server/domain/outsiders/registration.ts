import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Violation } from '../../../generator/language/violation.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { readBody } from '../../kernel/write/body.ts';
import { validateOnly } from '../../kernel/write/validate.ts';
import { createRow } from '../../kernel/write/save.ts';
import { weaknessOf } from '../identity/passwords.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import type { Tables } from '../../db/tables.ts';
import type { Mailer } from '../mail/mailer.ts';
import { unknownFields, readProof, type Payload } from './payload.ts';
import { outcomeLetter } from './letters.ts';
import type { CodeCheck } from './mailCodes.ts';

/** Fields that an applicant may submit; the reviewer fills in the others. */
const FIELDS = ['userCde', 'userName', 'password', 'phone', 'mail', 'companyName', 'unifiedSocialCreditNo'];

/**
 * Creates an outsider's registration for review. The fields are validated before the code, and only callers with a
 * valid code learn which values are in use.
 *
 * @throws Refusal 400 at each invalid field or at `mailCode`, 409 for a user code or mail address in use
 */
export async function register(
  kernel: Kernel,
  tables: Kysely<Tables>,
  { check: { codes, caller }, payload }: { check: CodeCheck; payload: Payload },
  context: Context,
): Promise<void> {
  const runtime = entityNamed(kernel, 'registration');
  const { mailCode: _, ...fields } = payload;
  const { proof, violations } = readProof(kernel, payload);
  const body = { ...fields, ...(proof.mail === '' ? {} : { mail: proof.mail }) };
  const parsed = readBody(runtime, body, context.user);
  parsed.violations.unshift(
    ...unknownFields(fields, [...FIELDS, 'acceptWarnings']),
    ...violations,
    ...passwordViolations(fields),
  );
  await validateOnly(kernel, runtime, parsed, context);
  const code = await codes.check('register', proof.mail, proof.mailCode, caller);
  await context.transaction(async (inside) => {
    await codes.spend(code, inside.db);
    await refuseTaken(kernel, tables, String(parsed.values['userCde']), proof.mail);
    await createRow(kernel, { runtime, input: body }, inside);
  });
}

/** The violation of a weak password; a missing one is left to the validation of the row. */
function passwordViolations({ password, userCde, userName, mail, companyName }: Payload): Violation[] {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const owner = { userCde: text(userCde), userName: text(userName), mail: text(mail), company: [text(companyName)] };
  const key = typeof password === 'string' && password !== '' ? weaknessOf(password, owner) : undefined;
  return key === undefined ? [] : [{ field: 'password', key, params: {} }];
}

/**
 * Compares with people, regardless of case; the database compares with other registrations.
 *
 * @throws Refusal (409) for the code of a person, deleted ones included, or the address of a live person
 */
async function refuseTaken(kernel: Kernel, tables: Kysely<Tables>, userCde: string, mail: string): Promise<void> {
  const people = await tables
    .selectFrom('person')
    .select([
      sql<boolean>`lower("userCde") = lower(${userCde})`.as('sameCode'),
      sql<boolean>`"delFlag" = 'N' and lower(mail) = ${mail}`.as('sameMail'),
    ])
    .where(sql<boolean>`(lower("userCde") = lower(${userCde}) or "delFlag" = 'N' and lower(mail) = ${mail})`)
    .execute();
  const taken = [
    ...(people.some(({ sameCode }) => sameCode) ? ['userCde'] : []),
    ...(people.some(({ sameMail }) => sameMail) ? ['mail'] : []),
  ];
  if (taken.length > 0)
    throw refuseFields(
      taken.map((field) => uniqueViolation(kernel, field)),
      'conflict',
    );
}

/** The violation of the unique rule that the registration has for a field. */
function uniqueViolation(kernel: Kernel, field: string): Violation {
  const { id, key, message } = entityNamed(kernel, 'registration').entity.unique.find(
    ({ fields }) => fields.length === 1 && fields[0] === field,
  )!;
  return { field, key: key!, params: {}, rule: id, ...(message ? { message } : {}) };
}

const chosenPassword = prepared<{ id: string }>()(($) =>
  build.selectFrom('registration').select('password').where('id', '=', $('id')),
);

/**
 * Completes a review: an approved registration creates the person, with the applicant's password and without a role.
 * The applicant gets a mail with the outcome.
 */
export const registrationRules = (kernel: Kernel, mailer: Mailer | undefined): DomainRules => ({
  afterWrite: async ({ row, action }, context) => {
    if (action !== 'approve' && action !== 'reject') return;
    const [mail, userCde] = [String(row['mail']), String(row['userCde'])];
    if (action === 'approve') {
      const stored = (await chosenPassword.first(context.db, { id: row['id'] as string }))!;
      const person = { userCde, userName: row['userName'], mail, officeTel: row['phone'] };
      await createRow(
        kernel,
        { runtime: entityNamed(kernel, 'person'), input: person, system: { stored } },
        asSystem(context),
      );
    }
    const letter = outcomeLetter(mail, action === 'approve' ? 'registrationApproved' : 'registrationRejected', {
      userCde,
      remark: row['reviewRemark'],
    });
    context.afterCommit(() => mailer?.post(letter));
  },
});
