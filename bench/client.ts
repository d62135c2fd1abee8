/** Password of the persons that benchmarks create or log in as. */
export const PASSWORD = 'a password of the bench';

/** An answer of the API. */
export interface Answer {
  data: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the results of many calls
  result: any;
  message: string;
}

const quoted = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`;

/** Calls the API of one server with the token of the latest log-in. */
export class Client {
  readonly #url: string;
  #token: string;

  /** @param token of a session; absent: call `logIn` */
  constructor(url: string, token = '') {
    this.#url = url;
    this.#token = token;
  }

  /** @throws Error for an answer that is no success */
  call(method: string, path: string, body?: object): Promise<Answer> {
    return this.#send(method, path, {
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  /**
   * Imports rows of an entity as a CSV file, which changes stored rows with the same keys. All rows have the same
   * fields.
   *
   * @param constants fields that are equal in all rows
   * @throws Error for an answer that is no success, or if rows are refused
   */
  async importRows(
    entity: string,
    rows: readonly Record<string, unknown>[],
    constants: Record<string, string> = {},
  ): Promise<Answer> {
    const names = Object.keys(rows[0]!);
    const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
    const form = new FormData();
    form.set('file', new Blob([lines.map((line) => line.map(quoted).join(',')).join('\n')]), 'rows.csv');
    form.set('mapping', JSON.stringify({ columns: Object.fromEntries(names.map((name) => [name, name])), constants }));
    form.set('acceptWarnings', 'true');
    const answer = await this.#send('POST', `/api/${entity}/import?dryRun=false`, { body: form });
    if (answer.result.errors.length > 0) throw new Error(`${entity}: ${JSON.stringify(answer).slice(0, 1000)}`);
    return answer;
  }

  async #send(method: string, path: string, request: RequestInit): Promise<Answer> {
    const headers = { ...request.headers, authorization: `Bearer ${this.#token}` };
    const response = await fetch(this.#url + path, { ...request, method, headers });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.message} ${JSON.stringify(answer)}`);
    return answer;
  }

  async logIn(username: string, password: string): Promise<void> {
    this.#token = (await this.call('POST', '/account/login', { username, password })).data;
  }

  /** Changes the password, which every person must do after the first log-in. */
  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    const { result } = await this.call('POST', '/account/changePassword', { oldPassword, newPassword });
    this.#token = result.token;
  }
}
