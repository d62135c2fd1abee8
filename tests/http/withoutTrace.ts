import { expect } from 'vitest';
import type { Answer, Json, TestServer } from './server.ts';

/** Checks that a call is refused as expected and leaves the stored state unchanged. */
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
