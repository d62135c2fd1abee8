/** Letters and digits, without characters that look alike on paper. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 16;
/** Bytes from this value on are skipped, because they would make the first letters more likely. */
const LIMIT = 256 - (256 % ALPHABET.length);

/** Creates a random initial password of about 93 bits. @param random fills an array with random bytes */
export function makeInitialPassword(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let password = '';
  while (password.length < LENGTH) {
    const letters = [...random(new Uint8Array(LENGTH))]
      .filter((byte) => byte < LIMIT)
      .map((byte) => ALPHABET[byte % ALPHABET.length]);
    password += letters.join('');
  }
  return password.slice(0, LENGTH);
}
