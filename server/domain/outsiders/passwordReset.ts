import { sql, type Kysely } from 'kysely';
import type { Violation } from '../../../generator/language/violation.ts';
import { refuseFields, throwViolations } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { companyNames, weaknessOf, type PasswordOwner } from '../identity/passwords.ts';
import { systemContext } from '../identity/system.ts';
import type { Tables } from '../../db/tables.ts';
import { unknownFields, readProof, type Payload } from './payload.ts';
import type { CodeCheck } from './mailCodes.ts';

/**
 * Sets a new password for the reader of a mail address, and ends that person's sessions. An optional `userCde` must be
 * that person's.
 *
 * @returns the person's user code
 * @throws Refusal 400 at each invalid field or at `mailCode`; only callers with a valid code learn that there is no
 *   such person
 */
export async function resetPassword(
  kernel: Kernel,
  tables: Kysely<Tables>,
  { check: { codes, caller }, payload }: { check: CodeCheck; payload: Payload },
  context: Context,
): Promise<string> {
  const { proof, violations } = readProof(kernel, payload);
  const { newPassword, userCde } = payload;
  throwViolations([
    ...unknownFields(payload, ['mail', 'mailCode', 'userCde', 'newPassword']),
    ...violations,
    ...passwordViolations(newPassword, { userCde: typeof userCde === 'string' ? userCde : null, mail: proof.mail }),
  ]);
  const code = await codes.check('reset', proof.mail, proof.mailCode, caller);
  const person = await personToReset(tables, proof.mail, userCde);
  const company = await companyNames(kernel.pool, person.companyCde);
  // again with the names of the person, which the check must not reveal to a caller without a valid code
  throwViolations(passwordViolations(newPassword, { ...person, mail: proof.mail, company }));
  await systemContext(kernel, {
    requestId: context.requestId,
    userCde: person.userCde,
    userName: person.userName,
  }).transaction(async (inside) => {
    await codes.spend(code, inside.db);
    await updateRow(
      kernel,
      {
        runtime: entityNamed(kernel, 'person'),
        id: person.id,
        rev: person.rev,
        input: {},
        system: { values: { password: newPassword, passwordInitial: 'N' }, action: 'resetPassword' },
      },
      inside,
    );
  });
  return person.userCde;
}

/**
 * The only person who logs in with a password and reads this address.
 *
 * @param userCde chooses one of several people; not validated yet
 * @throws Refusal 400 at `userCde` for no person or several
 */
async function personToReset(tables: Kysely<Tables>, mail: string, userCde: unknown): Promise<ResettablePerson> {
  const people = await resettable(tables, mail)
    .$if(typeof userCde === 'string' && userCde.trim() !== '', (query) =>
      query.where('userCde', '=', String(userCde).trim()),
    )
    .execute();
  const [person] = people;
  if (!person || people.length > 1) throw refuseFields([{ field: 'userCde', key: 'MSG_account_0209', params: {} }]);
  return person;
}

type ResettablePerson = Awaited<ReturnType<ReturnType<typeof resettable>['execute']>>[number];

/** Whether anybody who logs in with a password reads this address. */
export const isResettable = async (tables: Kysely<Tables>, mail: string): Promise<boolean> =>
  (await resettable(tables, mail).limit(1).execute()).length > 0;

/** Query of the people who log in with a password and read this address. */
export const resettable = (tables: Kysely<Tables>, mail: string) =>
  tables
    .selectFrom('person')
    .select(['id', 'rev', 'userCde', 'userName', 'companyCde', 'password'])
    .where('delFlag', '=', 'N')
    .where('loginSetting', '=', 'LOCAL')
    .where(sql<boolean>`lower(mail) = ${mail}`);

function passwordViolations(password: unknown, owner: PasswordOwner): Violation[] {
  if (typeof password !== 'string' || password === '')
    return [{ field: 'newPassword', key: 'MSG_account_0009', params: {} }];
  const key = weaknessOf(password, owner);
  return key === undefined ? [] : [{ field: 'newPassword', key, params: {} }];
}
