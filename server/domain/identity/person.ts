import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import type { keepAdministrator } from './administrators.ts';
import type { Sessions } from './sessions.ts';
import { companyNames, weaknessOf } from './passwords.ts';

type TableOfPeople = 'kernel.session' | 'kernel.known_address' | 'kernel.sign_on' | 'kernel.seen';

const removal = (table: TableOfPeople) =>
  prepared<{ userCde: string }>()(($) =>
    build.deleteFrom(table as 'kernel.session').where('userCde', '=', $('userCde')),
  );
const removals = {
  'kernel.session': removal('kernel.session'),
  'kernel.known_address': removal('kernel.known_address'),
  'kernel.sign_on': removal('kernel.sign_on'),
  'kernel.seen': removal('kernel.seen'),
};
const remove = (table: TableOfPeople, userCde: string, { db }: Context): Promise<number> =>
  removals[table].run(db, { userCde });

/**
 * People as log-in accounts: a password that somebody else gives is an initial one and must be changed at the first
 * log-in; a change of it or of the leave to log in ends the person's sessions (domain.md, "Accounts").
 */
export const personRules = (sessions: Sessions, stays: ReturnType<typeof keepAdministrator>): DomainRules => ({
  beforeSave: ({ input, system, row }) => {
    // a password that the person chose comes from the server itself
    if (system.values && 'password' in system.values) return system.values;
    if (input.values['password'] == null) return {};
    refuseWeak(row);
    return { passwordInitial: 'Y' };
  },
  complete: async ({ row }, { db }) => {
    // a stored password is never read back: what is here is a new one
    if (row['password'] != null) refuseWeak(row, await companyNames(db, row['companyCde']));
    return undefined;
  },
  afterWrite: async ({ row, before, changes }, context) => {
    if (before && ['delFlag', 'loginSetting', 'password'].some((name) => name in changes))
      await context.beforeCommit(stays);
    const ends = ['password', 'delFlag', 'loginSetting'].some((name) => name in changes);
    const userCde = row['userCde'] as string;
    if (ends)
      for (const table of ['kernel.session', 'kernel.known_address'] as const) await remove(table, userCde, context);
    // the next log-in by single sign-on binds the person to an account of the provider again
    if (before && ['delFlag', 'loginSetting'].some((name) => name in changes))
      await remove('kernel.sign_on', userCde, context);
    // what a deleted person has viewed is private
    if (before && 'delFlag' in changes) await remove('kernel.seen', before['userCde'] as string, context);
    context.afterCommit(() => sessions.forget());
  },
});

/** A change of roles and rights shows at once on this server, and on the others as soon as they look again. */
export const roleRules = (sessions: Sessions): DomainRules => ({
  afterWrite: async (_, context) => context.afterCommit(() => sessions.forget()),
});

/** Who holds which role, and what it may do: somebody always stays who can change that. */
export const rightsRules = (sessions: Sessions, stays: ReturnType<typeof keepAdministrator>): DomainRules => ({
  afterWrite: async ({ before }, context) => {
    if (before) await context.beforeCommit(stays);
    context.afterCommit(() => sessions.forget());
  },
});

/**
 * @throws Refusal 400 at `password` for one that is easy to guess; values that are no text are refused where fields are
 * judged
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
