/** One line of a role's rights, as the server answers it; without an action set it grants nothing. */
export interface Permission {
  permissionId: string;
  actionEntitySet?: readonly { action: string }[] | null;
}

/** The role of `GET /resource/authorization/validateTokenWithKeycloak`. */
export interface Role {
  roleName: string;
  permissions?: readonly Permission[] | null;
}

/** Somebody without a role, or whose role may do nothing: there is no screen for them (1§6). */
export class NoRoleError extends Error {
  override name = 'NoRoleError';
}

/** The one button that is there before anybody's rights are known, and for everybody after that. */
export const LOGIN_BUTTON = 'loginBtn';

/**
 * What a role may do, as the codes of pages and buttons, `<area>.<entity>.<action>`. @throws NoRoleError without a
 * role, or for one without permissions
 */
export function resourcesOf(role: Role | null | undefined): string[] {
  const permissions = role?.permissions ?? [];
  if (permissions.length === 0) throw new NoRoleError('roles must be a non-null array');
  return permissions.flatMap(({ permissionId, actionEntitySet }) =>
    (actionEntitySet ?? []).map(({ action }) => `${permissionId}.${action}`),
  );
}

/** Whether a button with this code is there: one without a code always; while nothing is known, log-in alone (1§6). */
export function isAllowed(code: string | undefined, resources: ReadonlySet<string> | null): boolean {
  if (resources === null) return code === LOGIN_BUTTON;
  return code === undefined || code === '' || resources.has(code);
}

/** Whether an entity's action is granted; nothing is before the rights are known. The entity's area is not compared. */
export const isGranted = (entity: string | undefined, action: string, resources: ReadonlySet<string> | null): boolean =>
  [...(resources ?? [])].some((code) => code.slice(code.indexOf('.') + 1) === `${entity}.${action}`);

/** The code of an action on the page of an address: its segments joined by dots, and the action (1§6). */
export const routeCode = (pathname: string, action: string): string =>
  [...pathname.split('/').filter((segment) => segment !== ''), action].join('.');

/** The code of an entity's action. */
export const codeOf = ({ area, name }: { area: string; name: string }, action: string): string =>
  routeCode(`/${area}/${name}`, action);
