export type Row = Record<string, unknown> & { id: string; rev: number };

/** Calls the API as the person of a session. */
export type Api = <T = Row>(method: string, path: string, body?: unknown) => Promise<T>;

/** @throws Error with the message of a refusal */
export function apiOf(url: string, token: string): Api {
  return async (method, path, body) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope = (await answer.json()) as { code: number; message: string; result: never };
    if (envelope.code !== 0) throw new Error(`${method} ${path}: ${envelope.message}`);
    return envelope.result;
  };
}
