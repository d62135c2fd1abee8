import { getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../config.ts';
import type { CallSource, DeviceCookie } from '../domain/identity/callSource.ts';
import { callerAddress, publicOrigin } from './caller.ts';
import type { Http } from './environment.ts';

/** Address and cookies of a call without a session. */
export const callSourceOf = (http: Http, config: Config): CallSource => ({
  address: callerAddress(http, config),
  cookie: (name) => getCookie(http, name),
});

/** Sets the device cookie in the caller's browser. */
export function setDeviceCookie(http: Http, config: Config, cookie: DeviceCookie | undefined): void {
  if (cookie === undefined) return;
  const secure = publicOrigin(http, config).startsWith('https:');
  setCookie(http, cookie.name, cookie.value, {
    path: '/account',
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    maxAge: cookie.maxAge,
  });
}
