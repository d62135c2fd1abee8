import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';

/** Holders of a system role who may log in. */
const ADMINISTRATORS = `select from role_user u join role r on r.id = u."roleId" join person p on p."userCde" = u."userCde"
  where u."delFlag" = 'N' and r."delFlag" = 'N' and r."systemFlag" = 'Y' and p."delFlag" = 'N' and p."loginSetting" <> 'NONE' limit 1`;

/**
 * Refuses a change, from within its transaction, after which nobody could manage people and roles any more: the last
 * administrator neither leaves the role nor is shut out. Of two who leave at once, the second waits here for the first.
 *
 * @throws Refusal (409)
 */
export async function keepAdministrator({ db, user }: Context): Promise<void> {
  if (user.isSystem) return;
  await db.query({ text: `select pg_advisory_xact_lock(hashtext('administrators'))` });
  const { rows } = await db.query({ text: ADMINISTRATORS });
  if (rows.length === 0) throw new Refusal('conflict', 'MSG_system_0108');
}
