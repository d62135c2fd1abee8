import type { Queryable } from '../../kernel/context.ts';

/** Query of the roles and those who can decide for them: people with the role, and people with unrestricted rights. */
const HOLDERS = `select w.role, u."userCde" as "userCde" from unnest($1::bigint[]) w(role)
  join role_user u on u."delFlag" = 'N' join role r on r.id = u."roleId" and r."delFlag" = 'N'
  join person p on p."userCde" = u."userCde" and p."delFlag" = 'N'
  where u."roleId" = w.role or exists (select from role_permission m where m."roleId" = r.id and m."delFlag" = 'N'
    and m."permissionId" = '*.*' and m."actionEntitySet" ? '*')
  order by u."userCde"`;

/** The people who can decide for each of the roles, by the id of the role. */
export async function roleHolders(db: Queryable, roles: readonly string[]): Promise<Map<string, string[]>> {
  const holders = new Map<string, string[]>(roles.map((role) => [role, []]));
  const { rows } = await db.query({ text: HOLDERS, values: [[...new Set(roles)]] });
  for (const { role, userCde } of rows as { role: string; userCde: string }[]) holders.get(String(role))?.push(userCde);
  return holders;
}

const MEMBERS = `select distinct u."userCde" from role_user u join role r on r.id = u."roleId" and r."delFlag" = 'N'
  join person p on p."userCde" = u."userCde" and p."delFlag" = 'N'
  where u."delFlag" = 'N' and u."roleId" = $1`;

/** The people who have a role, without those who can decide for it only because of unrestricted rights. */
export async function roleMembers(db: Queryable, role: string): Promise<string[]> {
  const { rows } = await db.query({ text: MEMBERS, values: [role] });
  return (rows as { userCde: string }[]).map(({ userCde }) => userCde);
}
