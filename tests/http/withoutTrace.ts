import { expect } from 'vitest';
import type { Answer, Json, TestServer } from './server.ts';

/** A call that is refused as expected, and leaves what is stored as it was. */
export async function withoutTrace(
  server: TestServer,
  work: () => Promise<Answer>,
  expected: Json = {},
): Promise<Answer> {
  const before = await server.footprint();
  const answer = await work();
  expect(answer, answer.text).toMatchObject({ code: 1, result: null, ...expected });
  expect(await server.footprint()).toBe(before);
  return answer;
}
