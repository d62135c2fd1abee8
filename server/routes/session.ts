import { Hono } from 'hono';
import { hasControlCharacter } from '../../generator/language/kinds/text.ts';
import { Refusal, throwViolations } from '../errors.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { readObject } from './body.ts';
import type { Environment, Http } from './environment.ts';
import { callerOf } from './caller.ts';
import { callSourceOf, setDeviceCookie } from './callSource.ts';
import type { Opened } from '../domain/identity/sessions.ts';
import { permissionCatalogue } from '../domain/identity/catalogue.ts';
import { menuOf } from '../domain/identity/menu.ts';
import { markSeen, seenIds } from '../domain/identity/seen.ts';
import { translate } from '../messages.ts';
import { entityNamed, openContext, type Caller } from '../kernel/kernel.ts';
import type { EntityRuntime, Kernel } from '../kernel/core.ts';
import { refuseFieldsOfBody } from '../kernel/write/body.ts';
import { actionCodes, may, permit } from '../kernel/rights.ts';

/** Paths that are permitted while the user must change an initial password. */
export const BEFORE_PASSWORD_CHANGE = new Set([
  '/account/changePassword',
  '/account/getUserInfo',
  '/account/getUserInfoName',
  '/resource/authorization/getUserInfo',
  '/account/logout',
]);

/** Field → key of the message for a password that is too long. */
const TOO_LONG: Readonly<Record<string, string>> = { oldPassword: 'MSG_account_0006', newPassword: 'MSG_account_0004' };

/** Log-in, the only session call that needs no token. */
export function loginRoutes({ accounts, sessions, config }: Services): Hono<Environment> {
  return new Hono<Environment>().post('/account/login', async (http) => {
    const { username, password } = await readObject(http);
    if (
      typeof username !== 'string' ||
      typeof password !== 'string' ||
      username.trim() === '' ||
      password === '' ||
      password.length > 1000 ||
      username.length > 100 ||
      hasControlCharacter(username)
    )
      throw new Refusal('unauthorized', 'MSG_account_0002');
    const source = callSourceOf(http, config);
    const account = await accounts.checkLogin(username.trim(), password, source);
    const opened = await sessions.open(account.userCde, account.password);
    if (!opened) throw new Refusal('unauthorized', 'MSG_account_0002');
    setDeviceCookie(http, config, await accounts.trust(account.userCde, source));
    const { token, expiresAt } = opened;
    const result = { token, expiresAt: expiresAt.toISOString(), mustChangePassword: account.mustChangePassword };
    return http.json({ code: 0, message: translate(http.get('language'), 'MSG_account_0001'), data: token, result });
  });
}

/** The calls about the session that need a token. */
export function sessionRoutes(services: Services): Hono<Environment> {
  return new Hono<Environment>()
    .route('/', accountRoutes(services))
    .route('/', seenRoutes(services))
    .route('/', authorizationRoutes(services));
}

/** Log-out, data of the user, change of the password, and preferences. */
function accountRoutes(services: Services): Hono<Environment> {
  const { accounts, sessions, kernel, config } = services;
  const userInfo = userInfoHandler(services);
  return new Hono<Environment>()
    .get('/account/logout', async (http) => {
      await sessions.close(http.get('token'));
      return answer(http, null, 200, 'MSG_account_0008');
    })
    .post('/account/getUserInfo', userInfo)
    .post('/account/getUserInfoName', userInfo)
    .post('/resource/authorization/getUserInfo', userInfo)
    .post('/account/changePassword', async (http) => {
      const { oldPassword, newPassword } = await readPasswords(http);
      const session = http.get('session');
      const context = openContext(kernel, callerOf(http, config));
      const opened = await accounts.changePassword(session, oldPassword, newPassword, context);
      setDeviceCookie(http, config, await accounts.trust(session.user.userCde, callSourceOf(http, config)));
      return answer(http, newToken(http, opened), 200, 'MSG_account_0010');
    })
    .post('/account/preferences', async (http) => {
      const { language, theme, ...unknown } = await readObject(http);
      refuseFieldsOfBody(unknown);
      const preferences = {
        ...(language === undefined ? {} : { language }),
        ...(theme === undefined ? {} : { theme }),
      };
      await accounts.storePreferences(
        http.get('session').user.userCde,
        preferences,
        openContext(kernel, callerOf(http, config)),
      );
      sessions.forget();
      return answer(http, null);
    });
}

/** Reads both passwords of a password change. @throws Refusal (400) at each that is missing or too long */
async function readPasswords(http: Http): Promise<{ oldPassword: string; newPassword: string }> {
  const { oldPassword, newPassword } = await readObject(http);
  const violations = Object.entries({ oldPassword, newPassword }).flatMap(([field, value]) => {
    if (typeof value !== 'string' || value === '') return [{ field, key: 'MSG_account_0009', params: {} }];
    return value.length > 1000 ? [{ field, key: TOO_LONG[field]!, params: {} }] : [];
  });
  throwViolations(violations);
  return { oldPassword: oldPassword as string, newPassword: newPassword as string };
}

/** Answers with the data of the user. */
function userInfoHandler({ accounts, config }: Services): (http: Http) => Promise<Response> {
  return async (http) => {
    const { user, roleName, roleNameCh, language, theme, mustChangePassword } = http.get('session');
    const heldRoles = await accounts.heldRoles(user);
    const role = roleName === null ? null : { roleName, roleNameCh, allSeeingEye: user.allSeeingEye ? 'Y' : 'N' };
    return answer(http, {
      userCde: user.userCde,
      userName: user.userName,
      companyCde: user.companyCde,
      role,
      heldRoles,
      language,
      theme,
      mustChangePassword,
      intranet: callerOf(http, config).intranet,
      businessTimeZone: config.businessTimeZone,
    });
  };
}

/** The rows of an entity that the user has viewed. */
function seenRoutes({ kernel, config }: Services): Hono<Environment> {
  return new Hono<Environment>()
    .get('/account/seen/:entity', async (http) =>
      answer(
        http,
        await seenIds(
          kernel,
          entityNamed(kernel, http.req.param('entity')),
          openContext(kernel, callerOf(http, config)),
        ),
      ),
    )
    .post('/account/seen/:entity', async (http) => {
      const { ids, ...unknown } = await readObject(http);
      refuseFieldsOfBody(unknown);
      await markSeen(
        kernel,
        entityNamed(kernel, http.req.param('entity')),
        ids,
        openContext(kernel, callerOf(http, config)),
      );
      return answer(http, null);
    });
}

/** Renewal of the token, permissions and menu. */
function authorizationRoutes({ sessions, kernel, config, menu }: Services): Hono<Environment> {
  return new Hono<Environment>()
    .post('/resource/authorization/refreshToken', async (http) => {
      const opened = await sessions.replace(http.get('token'), http.get('session'));
      if (!opened) throw new Refusal('unauthorized', 'MSG_generic_0401');
      return answer(http, newToken(http, opened));
    })
    .get('/resource/authorization/validateTokenWithKeycloak', (http) => {
      const { user, roleName, roleNameCh } = http.get('session');
      const caller = callerOf(http, config);
      const permissions = [...kernel.registry.entities.values()]
        .map((runtime) => ({
          permissionId: `${runtime.entity.area}.${runtime.entity.name}`,
          actionEntitySet: permissionActions(kernel, runtime, caller).map((action) => ({ action })),
        }))
        .filter(({ actionEntitySet }) => actionEntitySet.length > 0);
      return answer(http, {
        role:
          roleName === null ? null : { roleName, roleNameCh, allSeeingEye: user.allSeeingEye ? 'Y' : 'N', permissions },
        avatar: '',
      });
    })
    .get('/resource/authorization/permissions', (http) => {
      permit(kernel, entityNamed(kernel, 'role'), 'query', callerOf(http, config));
      return answer(http, permissionCatalogue(kernel.registry.model));
    })
    .post('/resource/authorization/searchMsRoleMenuVoByUser', (http) => {
      const caller = callerOf(http, config);
      return answer(
        http,
        menuOf(menu, kernel.registry.model, {
          language: http.get('language'),
          maySee: (name) => may(kernel, entityNamed(kernel, name), 'query', caller),
          isAdministrator: caller.user.rights.isUnrestricted,
        }),
      );
    });
}

/** Sets the header with a new token. @returns the token for the body of the answer */
function newToken(http: Http, { token, expiresAt }: Opened): { token: string; expiresAt: string } {
  http.header('access_token', token);
  return { token, expiresAt: expiresAt.toISOString() };
}

/** The actions of an entity that the caller may take. */
export const permissionActions = (kernel: Kernel, runtime: EntityRuntime, caller: Caller): string[] =>
  actionCodes(runtime.entity).filter((action) => may(kernel, runtime, action, caller));
