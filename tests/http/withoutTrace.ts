import { expect } from 'vitest';
import type { Answer, Json, TestServer } from './server.ts';

/** Checks that a call leaves the stored state unchanged. */
export async function writesNothing(server: TestServer, work: () => Promise<Answer>): Promise<Answer> {
  const before = await server.footprint();
  const answer = await work();
  expect(await server.footprint(), answer.text).toBe(before);
  return answer;
}

/** Checks that a call is refused as expected and leaves the stored state unchanged. */
export const withoutTrace = (server: TestServer, work: () => Promise<Answer>, expected: Json = {}): Promise<Answer> =>
  writesNothing(server, async () => {
    const answer = await work();
    expect(answer, answer.text).toMatchObject({ code: 1, result: null, ...expected });
    return answer;
  });
