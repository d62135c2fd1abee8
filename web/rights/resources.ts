/** One line of a role's rights; without an action set it grants nothing. */
export interface Permission {
  permissionId: string;
  actionEntitySet?: readonly { action: string }[] | null;
}

/** The role of `GET /resource/authorization/validateTokenWithKeycloak`. */
export interface Role {
  roleName: string;
  permissions?: readonly Permission[] | null;
}

/** The person has no role, or a role without rights, and can open no screen (1§6). */
export class NoRoleError extends Error {
  override name = 'NoRoleError';
}

/** Code of the log-in button, which everybody is granted, also before the rights are loaded. */
export const LOGIN_BUTTON = 'loginBtn';

/**
 * Lists the codes of a role's pages and buttons, `<area>.<entity>.<action>`. @throws NoRoleError without a role or
 * permissions
 */
export function resourcesOf(role: Role | null | undefined): string[] {
  const permissions = role?.permissions ?? [];
  if (permissions.length === 0) throw new NoRoleError('roles must be a non-null array');
  return permissions.flatMap(({ permissionId, actionEntitySet }) =>
    (actionEntitySet ?? []).map(({ action }) => `${permissionId}.${action}`),
  );
}

/** Whether a button is shown. A button without a code always is; before the rights are loaded only log-in is (1§6). */
export function isAllowed(code: string | undefined, resources: ReadonlySet<string> | null): boolean {
  if (resources === null) return code === LOGIN_BUTTON;
  return code === undefined || code === '' || resources.has(code);
}

/**
 * Whether an entity's action is granted. Before the rights are loaded no action is. The entity's area is not compared.
 */
export const isGranted = (entity: string | undefined, action: string, resources: ReadonlySet<string> | null): boolean =>
  [...(resources ?? [])].some((code) => code.slice(code.indexOf('.') + 1) === `${entity}.${action}`);

/** Code of an action on the page at an address: its segments and the action, joined by dots (1§6). */
export const routeCode = (pathname: string, action: string): string =>
  [...pathname.split('/').filter((segment) => segment !== ''), action].join('.');

/** Code of an entity's action. */
export const codeOf = ({ area, name }: { area: string; name: string }, action: string): string =>
  routeCode(`/${area}/${name}`, action);
