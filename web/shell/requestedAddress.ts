/** Storage key of the address requested without a session, kept in this browser tab until log-in (1§9). */
const KEY = 'Router';

/** Stores the address that was requested without a session. */
export const keepRequestedAddress = (address: string): void => sessionStorage.setItem(KEY, address);

/** Returns the requested address and removes it. */
export function takeRequestedAddress(): string | null {
  const requested = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return requested;
}
