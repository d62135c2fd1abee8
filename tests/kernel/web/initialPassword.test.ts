import { expect, test } from 'vitest';
import { weaknessOf } from '../../../server/domain/identity/passwords.ts';
import { makeInitialPassword } from '../../../web/pages/people/initialPassword.ts';

test('generates a new valid password each time, without similar characters', () => {
  const passwords = Array.from({ length: 200 }, () => makeInitialPassword());
  expect(new Set(passwords).size).toBe(passwords.length);
  for (const password of passwords) {
    expect(password).toMatch(/^[A-HJ-NP-Za-km-np-z2-9]{16}$/);
    expect(weaknessOf(password, { userCde: 'somebody' })).toBeUndefined();
  }
});

test('discards bytes that would favour some characters', () => {
  const calls: number[] = [];
  const password = makeInitialPassword((bytes) => {
    calls.push(bytes.length);
    // First only bytes outside the fair range, then zeros and ones in turn.
    return bytes.map((_, index) => (calls.length === 1 ? 255 : index % 2));
  });
  expect([password, calls.length]).toEqual(['ABABABABABABABAB', 2]);
});
