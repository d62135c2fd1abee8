import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';

/** People who may log in and whose role may change roles. */
const ADMINISTRATORS = `select from role_user u join role r on r.id = u."roleId" join person p on p."userCde" = u."userCde" join role_permission m on m."roleId" = r.id
  where u."delFlag" = 'N' and r."delFlag" = 'N' and p."delFlag" = 'N' and p."loginSetting" <> 'NONE'
  and m."delFlag" = 'N' and m."permissionId" in ('*.*', 'system.*', 'system.role') and m."actionEntitySet" ?| array['*', 'edit'] limit 1`;

/**
 * Refuses what is being written if nobody could manage roles any more once it is: the last who can neither leaves the role,
 * nor is shut out, nor takes the right from the role. Of two at once, the second waits here for the first.
 *
 * @throws Refusal (409)
 */
export async function keepAdministrator({ db, user }: Context): Promise<void> {
  if (user.isSystem) return;
  await db.query({ text: `select pg_advisory_xact_lock(hashtext('administrators'))` });
  const { rows } = await db.query({ text: ADMINISTRATORS });
  if (rows.length === 0) throw new Refusal('conflict', 'MSG_system_0108');
}
