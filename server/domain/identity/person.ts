import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Row } from '../../kernel/row.ts';
import type { requireAdministrator } from './administrators.ts';
import type { Sessions } from './sessions.ts';
import { companyNames, weaknessOf } from './passwords.ts';

const removal = (table: string) =>
  prepared<{ userCde: string }>()(($) =>
    build.deleteFrom(table as 'kernel.session').where('userCde', '=', $('userCde')),
  );
/** Deletes the rows of a person from each table of the kernel that has any. */
const removals = {
  'kernel.session': removal('kernel.session'),
  'kernel.known_address': removal('kernel.known_address'),
  'kernel.sign_on': removal('kernel.sign_on'),
  'kernel.seen': removal('kernel.seen'),
  'kernel.calendar': removal('kernel.calendar'),
};
const remove = (table: keyof typeof removals, userCde: string, { db }: Context): Promise<number> =>
  removals[table].run(db, { userCde });

/** Fields of a person that decide whether and how the person can log in. */
const CHANGES_OF_ACCESS = ['delFlag', 'loginSetting', 'password'];

type AdministratorCheck = ReturnType<typeof requireAdministrator>;

/**
 * Rules of people as log-in accounts (domain.md, "Accounts"). A password that another user sets is an initial one,
 * which must be changed at the first log-in. A deletion, or a change of the password or of the permission to log in,
 * deletes the person's sessions, known addresses and calendar address.
 */
export const personRules = (sessions: Sessions, checkAdministrator: AdministratorCheck): DomainRules => ({
  beforeSave: ({ input, system, row }) => {
    // a password that the person chose is a system value
    if (system.values && 'password' in system.values) return system.values;
    if (input.values['password'] == null) return {};
    refuseWeak(row);
    return { passwordInitial: 'Y' };
  },
  complete: async ({ row }, { db }) => {
    // stored passwords are not read into rows, so a password in the row is new
    if (row['password'] != null) refuseWeak(row, await companyNames(db, row['companyCde']));
    return undefined;
  },
  afterWrite: async ({ row, before, changes }, context) => {
    const changesAccess = CHANGES_OF_ACCESS.some((name) => name in changes);
    if (before && changesAccess) await context.beforeCommit('checkAdministrator', checkAdministrator);
    const userCde = row['userCde'] as string;
    if (changesAccess)
      for (const table of ['kernel.session', 'kernel.known_address', 'kernel.calendar'] as const)
        await remove(table, userCde, context);
    // the next log-in by single sign-on binds the person to an account of the provider again
    if (before && ['delFlag', 'loginSetting'].some((name) => name in changes))
      await remove('kernel.sign_on', userCde, context);
    // for privacy, the list of viewed rows of a deleted person is deleted
    if (before && 'delFlag' in changes) await remove('kernel.seen', before['userCde'] as string, context);
    context.afterCommit(() => sessions.forget());
  },
});

/** Rules of roles: a change takes effect at once on this server, and on others when their cached sessions expire. */
export const roleRules = (sessions: Sessions): DomainRules => ({
  afterWrite: async (_, context) => context.afterCommit(() => sessions.forget()),
});

/** Rules of permissions and of the roles of people: at least one person must remain who can manage roles. */
export const rightsRules = (sessions: Sessions, checkAdministrator: AdministratorCheck): DomainRules => ({
  afterWrite: async ({ before }, context) => {
    if (before) await context.beforeCommit('checkAdministrator', checkAdministrator);
    context.afterCommit(() => sessions.forget());
  },
});

/**
 * Refuses a password that is easy to guess. Values that are not text are left to the validation of fields.
 *
 * @throws Refusal 400 at `password`
 */
function refuseWeak(row: Row, company: (string | null)[] = []): void {
  const password = textOf(row['password']);
  if (password === undefined) return;
  const owner = {
    userCde: textOf(row['userCde']),
    userName: textOf(row['userName']),
    mail: textOf(row['mail']),
    company,
  };
  const weakness = weaknessOf(password, owner);
  if (weakness !== undefined) throw refuseFields([{ field: 'password', key: weakness, params: {} }]);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
