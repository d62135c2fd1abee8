/** Where somebody without a session wanted to go; kept in this browser tab until they log in (storage key of 1§9). */
const KEY = 'Router';

export const keepRequestedAddress = (address: string): void => sessionStorage.setItem(KEY, address);

/** The address that was wanted, once. */
export function takeRequestedAddress(): string | null {
  const wanted = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return wanted;
}
