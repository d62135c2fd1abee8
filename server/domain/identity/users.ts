import { sql } from 'kysely';
import { build } from '../../db/statement.ts';
import type { Language } from '../../config.ts';
import type { User } from '../../kernel/context.ts';
import { Rights } from '../../kernel/roleRights.ts';

/** Selects the people (`p`) who may log in, with their role (`r`) and its permissions. */
export const liveUsers = build
  .selectFrom('person as p')
  .leftJoin('role_user as u', (join) => join.onRef('u.userCde', '=', 'p.userCde').on('u.delFlag', '=', 'N'))
  .leftJoin('role as r', (join) => join.onRef('r.id', '=', 'u.roleId').on('r.delFlag', '=', 'N'))
  .select(['p.userCde', 'p.userName', 'p.companyCde', 'p.language', 'r.roleName', 'r.allSeeingEye'])
  .select(sql<string | null>`r.id::text`.as('roleId'))
  .select(
    sql<
      { permissionId: string; actionEntitySet: string[] }[]
    >`(select coalesce(json_agg(json_build_object('permissionId', m."permissionId", 'actionEntitySet', m."actionEntitySet")), '[]') from role_permission m where m."roleId" = r.id and m."delFlag" = 'N')`.as(
      'permissions',
    ),
  )
  .where('p.delFlag', '=', 'N')
  .where('p.loginSetting', '!=', 'NONE');

/** A person as `liveUsers` selects them. */
export interface UserRow {
  userCde: string;
  userName: string;
  companyCde: string | null;
  language: string | null;
  roleId: string | null;
  roleName: string | null;
  allSeeingEye: string | null;
  permissions: { permissionId: string; actionEntitySet: string[] }[];
}

/** The user, with the permissions of the role. */
export const userOf = (row: UserRow): User => ({
  userCde: row.userCde,
  userName: row.userName,
  role: row.roleName ?? '',
  roleId: row.roleId,
  companyCde: row.companyCde,
  allSeeingEye: row.allSeeingEye === 'Y',
  rights: new Rights(
    new Map(row.permissions.map(({ permissionId, actionEntitySet }) => [permissionId, new Set(actionEntitySet)])),
  ),
});

/** The language that a person has chosen. */
export const languageOf = ({ language }: Pick<UserRow, 'language'>): Language | null => language as Language | null;
