import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SignOnFailed, type SignOn, type SingleSignOn } from '../domain/identity/singleSignOn.ts';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { publicOrigin } from './caller.ts';
import type { Environment, Http } from './environment.ts';
import { parseStrictJson } from './strictJson.ts';

const BASE = '/account/oidc';
const CALLBACK = `${BASE}/callback`;
const COOKIE = 'bordereau_sign_on';
/** Time to log in at the provider. */
const COOKIE_SECONDS = 600;

/**
 * Log-in at an OpenID Connect provider (settings OIDC_ISSUER, OIDC_CLIENT_ID); these calls need no token. The log-in
 * page receives the token, or the reason of a failure, in the fragment of its URL, which browsers do not send to
 * servers.
 */
export function singleSignOnRoutes(services: Services): Hono<Environment> {
  const { singleSignOn } = services;
  return new Hono<Environment>()
    .get('/account/loginOptions', (http) => answer(http, { oidc: singleSignOn !== undefined }))
    .get(`${BASE}/login`, (http) => {
      if (!singleSignOn) throw notFound();
      return beginSignOn(http, singleSignOn, services).catch((error: unknown) => reportFailure(http, error, services));
    })
    .get(CALLBACK, (http) => {
      if (!singleSignOn) throw notFound();
      return finishSignOn(http, singleSignOn, services).catch((error: unknown) => reportFailure(http, error, services));
    });
}

/** Redirects to the provider, and stores the state of the sign-on in a cookie. @throws SignOnFailed */
async function beginSignOn(http: Http, singleSignOn: SingleSignOn, { config }: Services): Promise<Response> {
  const origin = publicOrigin(http, config);
  const { address, signOn } = await singleSignOn.begin(`${origin}${CALLBACK}`);
  setCookie(http, COOKIE, JSON.stringify(signOn), {
    path: BASE,
    httpOnly: true,
    sameSite: 'Lax',
    secure: origin.startsWith('https:'),
    maxAge: COOKIE_SECONDS,
  });
  http.header('cache-control', 'no-store');
  return http.redirect(address);
}

/** Opens a session for the account that the provider has confirmed. @throws SignOnFailed */
async function finishSignOn(http: Http, singleSignOn: SingleSignOn, { config, sessions }: Services): Promise<Response> {
  const signOn = signOnOf(getCookie(http, COOKIE));
  deleteCookie(http, COOKIE, { path: BASE });
  if (!signOn) throw new SignOnFailed('failed', 'the browser has no sign-on cookie');
  const address = new URL(http.req.url.slice(http.req.url.indexOf(CALLBACK)), publicOrigin(http, config));
  const opened = await sessions.openBySignOn(await singleSignOn.finish(address, signOn));
  return redirectToLogin(http, typeof opened === 'string' ? { refused: opened } : { token: opened.token });
}

/** Logs a failed sign-on and redirects to the log-in page with the reason. @throws all other errors */
function reportFailure(http: Http, error: unknown, { log }: Services): Response {
  if (!(error instanceof SignOnFailed)) throw error;
  log.warn({ err: error, requestId: http.get('requestId') }, 'single sign-on failed');
  return redirectToLogin(http, { refused: error.reason });
}

function redirectToLogin(http: Http, fragment: Record<string, string>): Response {
  http.header('cache-control', 'no-store');
  return http.redirect(`/login#${new URLSearchParams(fragment)}`);
}

/** The state of a sign-on from its cookie; undefined for an invalid one. */
function signOnOf(cookie: string | undefined): SignOn | undefined {
  const parsed = cookie === undefined ? undefined : parseStrictJson(cookie);
  const { state, nonce, verifier } =
    ((parsed && 'value' in parsed ? parsed.value : undefined) as Partial<SignOn>) ?? {};
  return typeof state === 'string' && typeof nonce === 'string' && typeof verifier === 'string'
    ? { state, nonce, verifier }
    : undefined;
}
