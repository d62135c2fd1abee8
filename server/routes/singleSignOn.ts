import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SignOnFailed, type SignOn } from '../domain/identity/singleSignOn.ts';
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
 * Log-in at an OpenID Connect provider (settings OIDC_ISSUER, OIDC_CLIENT_ID), open to everybody like log-in itself.
 * The token, or why there is none, is handed to the log-in page in the fragment of its address, which no server ever
 * sees.
 */
export function singleSignOnRoutes({ config, sessions, singleSignOn, log }: Services): Hono<Environment> {
  const backToPage = (http: Http, fragment: Record<string, string>): Response => {
    http.header('cache-control', 'no-store');
    return http.redirect(`/login#${new URLSearchParams(fragment)}`);
  };
  const refused = (http: Http, error: unknown): Response => {
    if (!(error instanceof SignOnFailed)) throw error;
    log.warn({ err: error, requestId: http.get('requestId') }, 'single sign-on came to nothing');
    return backToPage(http, { refused: error.reason });
  };

  return new Hono<Environment>()
    .get('/account/loginOptions', (http) => answer(http, { oidc: singleSignOn !== undefined }))
    .get(`${BASE}/login`, async (http) => {
      if (!singleSignOn) throw notFound();
      try {
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
      } catch (error) {
        return refused(http, error);
      }
    })
    .get(CALLBACK, async (http) => {
      if (!singleSignOn) throw notFound();
      const signOn = signOnOf(getCookie(http, COOKIE));
      deleteCookie(http, COOKIE, { path: BASE });
      try {
        if (!signOn) throw new SignOnFailed('failed', 'the browser brings no sign-on of its own back');
        const account = await singleSignOn.finish(
          new URL(http.req.url.slice(http.req.url.indexOf(CALLBACK)), publicOrigin(http, config)),
          signOn,
        );
        const opened = await sessions.openBySignOn(account);
        return backToPage(http, typeof opened === 'string' ? { refused: opened } : { token: opened.token });
      } catch (error) {
        return refused(http, error);
      }
    });
}

function signOnOf(cookie: string | undefined): SignOn | undefined {
  const parsed = cookie === undefined ? undefined : parseStrictJson(cookie);
  const { state, nonce, verifier } =
    ((parsed && 'value' in parsed ? parsed.value : undefined) as Partial<SignOn>) ?? {};
  return typeof state === 'string' && typeof nonce === 'string' && typeof verifier === 'string'
    ? { state, nonce, verifier }
    : undefined;
}
