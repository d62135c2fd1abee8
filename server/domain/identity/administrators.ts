import { Refusal } from '../../errors.ts';
import type { Context, Queryable } from '../../kernel/context.ts';

/** SQL condition: the role `r` permits an action with roles. */
const MANAGES_ROLES = (
  action: string,
): string => `exists (select from role_permission m where m."roleId" = r.id and m."delFlag" = 'N'
  and m."permissionId" in ('*.*', 'system.*', 'system.role') and m."actionEntitySet" ?| array['*', '${action}'])`;

/**
 * Query of the people whose role may read and change roles and who can log in: by password, or by single sign-on if it
 * is offered ($1).
 */
const ADMINISTRATORS = `select from role_user u join role r on r.id = u."roleId" join person p on p."userCde" = u."userCde"
  where u."delFlag" = 'N' and r."delFlag" = 'N' and p."delFlag" = 'N'
  and (p."loginSetting" = 'LOCAL' and p.password is not null or p."loginSetting" = 'SSO' and $1)
  and ${MANAGES_ROLES('query')} and ${MANAGES_ROLES('edit')} limit 1`;

/** Whether somebody can log in and manage roles. @param singleSignOn whether log-in by single sign-on is offered */
export async function hasAdministrator(db: Queryable, singleSignOn: boolean): Promise<boolean> {
  return (await db.query({ text: ADMINISTRATORS, values: [singleSignOn] })).rows.length > 0;
}

/**
 * Makes a check for the end of a transaction: it refuses changes after which nobody could manage roles. Concurrent
 * transactions are checked one after the other.
 *
 * @param singleSignOn whether log-in by single sign-on is offered
 * @throws Refusal (409)
 */
export const requireAdministrator =
  (singleSignOn: boolean) =>
  async ({ db, user }: Context): Promise<void> => {
    if (user.isSystem) return;
    await db.query({ text: `select pg_advisory_xact_lock(hashtext('administrators'))` });
    if (!(await hasAdministrator(db, singleSignOn))) throw new Refusal('conflict', 'MSG_system_0108');
  };
