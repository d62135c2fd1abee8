/** Without letters that look alike on paper. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 16;
/** The largest multiple of the alphabet's length in a byte: bytes above it would make some letters likelier. */
const FAIR = 256 - (256 % ALPHABET.length);

/** A random password to be told once: about 93 bits. */
export function makeInitialPassword(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let password = '';
  while (password.length < LENGTH) {
    const letters = [...random(new Uint8Array(LENGTH))]
      .filter((byte) => byte < FAIR)
      .map((byte) => ALPHABET[byte % ALPHABET.length]);
    password += letters.join('');
  }
  return password.slice(0, LENGTH);
}
