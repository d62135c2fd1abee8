/** An answer of the API. */
export interface Answer {
  data: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the results of many calls
  result: any;
  message: string;
}

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
  async call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
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
