import type { Label } from '../../../generator/model/field.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { Rights } from '../../kernel/roleRights.ts';
import { actionCodes, may } from '../../kernel/rights.ts';

/** The actions that a role permits with an entity. */
export interface RoleRights {
  role: Label;
  actions: string[];
}

const ROLES = `select json_build_object('en', r."roleName", 'zh', coalesce(r."roleNameCh", r."roleName")) as role, r."allSeeingEye" = 'Y' as "seesAll", coalesce(json_agg(json_build_object('id', m."permissionId", 'actions', m."actionEntitySet")) filter (where m.id is not null), '[]') as permissions
  from role r left join role_permission m on m."roleId" = r.id and m."delFlag" = 'N' where r."delFlag" = 'N' group by r.id order by r."roleName"`;

/**
 * Lists the roles with the actions that each permits with an entity, as computed by the authorization of calls. Roles
 * without any are omitted.
 */
export async function roleRights(kernel: Kernel, runtime: EntityRuntime): Promise<RoleRights[]> {
  const { rows } = await kernel.pool.query({ name: 'role rights', text: ROLES });
  return (rows as { role: Label; seesAll: boolean; permissions: { id: string; actions: string[] }[] }[]).flatMap(
    ({ role, seesAll, permissions }) => {
      const rights = new Rights(new Map(permissions.map(({ id, actions }) => [id, new Set(actions)])));
      const user = {
        userCde: '',
        userName: '',
        role: role.en,
        roleId: null,
        companyCde: null,
        allSeeingEye: seesAll,
        rights,
      };
      const actions = actionCodes(runtime.entity).filter((action) =>
        may(kernel, runtime, action, { user, intranet: true }),
      );
      return actions.length === 0 ? [] : [{ role, actions }];
    },
  );
}
