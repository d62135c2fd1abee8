import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { databaseNow } from '../../db/clock.ts';

/** Address and cookies of a call without a session. */
export interface CallSource {
  /** the caller's address as limits count it */
  address: string;
  /** reads a cookie of the call */
  cookie(name: string): string | undefined;
}

/** A cookie that makes a browser a trusted device of an account. */
export interface DeviceCookie {
  name: string;
  value: string;
  maxAge: number;
}

const LIFETIME_SECONDS = 90 * 86_400;

/** Device cookies in a `Cookie` header: name and value. */
export const DEVICE_COOKIE = /(?<![^;\s])(bordereau_device_[0-9a-f]{12})=([^;\s]*)/g;

/**
 * Makes the device cookie of an account ("device cookies", OWASP). It is signed with the stored hash of the password.
 * So it needs no row, any server can check it, and a change of the password invalidates it.
 */
export function makeDeviceCookie(userCde: string, storedPassword: string): DeviceCookie {
  const [issued, nonce] = [String(Math.floor(databaseNow() / 1000)), randomBytes(16).toString('base64url')];
  return {
    name: deviceCookieName(userCde),
    value: `${issued}.${nonce}.${sign(storedPassword, userCde, issued, nonce)}`,
    maxAge: LIFETIME_SECONDS,
  };
}

/**
 * The id of the trusted device from which a call comes; undefined without a valid cookie for this account and password.
 */
export function deviceOf({ cookie }: CallSource, userCde: string, storedPassword: string): string | undefined {
  const [issued = '', nonce = '', signature = '', ...more] = cookie(deviceCookieName(userCde))?.split('.') ?? [];
  if (signature === '' || more.length > 0 || !/^\d{1,12}$/.test(issued) || nonce.length > 40) return undefined;
  if (Number(issued) + LIFETIME_SECONDS < databaseNow() / 1000) return undefined;
  const [received, expected] = [signature, sign(storedPassword, userCde, issued, nonce)].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return timingSafeEqual(received!, expected!) ? nonce : undefined;
}

/** Whether a call brings a device cookie of this account, valid or not. */
export const bringsDevice = ({ cookie }: CallSource, userCde: string): boolean =>
  cookie(deviceCookieName(userCde)) !== undefined;

/** The name of the device cookie of an account. Each account has its own, because people can share a browser. */
export const deviceCookieName = (userCde: string): string =>
  `bordereau_device_${createHash('sha256').update(userCde).digest('hex').slice(0, 12)}`;

const sign = (storedPassword: string, ...parts: string[]): string =>
  createHmac('sha256', storedPassword)
    .update(JSON.stringify(['device', ...parts]))
    .digest('base64url');
