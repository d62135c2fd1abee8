import { setTimeout as sleep } from 'node:timers/promises';

/** A user who sends one call after the other while others overload the server. */
export interface Colleague {
  /** Sends calls for `seconds`. @returns milliseconds of each successful answer */
  measure(seconds: number): Promise<number[]>;
  /** Waits for five successful, quick answers in a row. @returns the milliseconds until then */
  recoveryMs(): Promise<number>;
}

const PASSWORD = 'a password of the bench';
const PAUSE_MS = 50;
const QUICK_MS = 100;

/** Creates a person and logs in. */
export async function openColleague(url: string, administrator: string): Promise<Colleague> {
  const call = async (
    method: string,
    path: string,
    token: string,
    body?: object,
  ): Promise<{ status: number; text: string }> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, text: await response.text() };
  };
  const post = async (path: string, token: string, body: object) => {
    const { status, text } = await call('POST', path, token, body);
    if (status >= 300) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };
  const {
    result: {
      records: [role],
    },
  } = await post('/api/role/search', administrator, {
    searchCondition: [{ name: 'allSeeingEye', type: 'equal', value: 'Y' }],
  });
  await post('/api/person', administrator, { userCde: 'COLLEAGUE', userName: 'Colleague', password: PASSWORD });
  await post('/api/role-user', administrator, { userCde: 'COLLEAGUE', roleId: role.id });
  const first = (await post('/account/login', '', { username: 'COLLEAGUE', password: PASSWORD })).data as string;
  const token = (
    await post('/account/changePassword', first, { oldPassword: PASSWORD, newPassword: `${PASSWORD} afterwards` })
  ).result.token as string;
  const measureCall = async (): Promise<number | undefined> => {
    const started = performance.now();
    const { status } = await call('GET', '/api/currency?current=1&pageSize=20', token).catch(() => ({ status: 0 }));
    return status === 200 ? performance.now() - started : undefined;
  };
  let failed = 0;
  return {
    async measure(seconds) {
      const [times, end] = [[] as number[], performance.now() + seconds * 1000];
      failed = 0;
      while (performance.now() < end) {
        const time = await measureCall();
        if (time === undefined) failed++;
        else times.push(time);
        await sleep(PAUSE_MS);
      }
      if (failed > 0) console.log(`  (${failed} of the colleague's calls failed)`);
      return times;
    },
    async recoveryMs() {
      const started = performance.now();
      for (let quick = 0; quick < 5;) quick = ((await measureCall()) ?? Infinity) < QUICK_MS ? quick + 1 : 0;
      return Math.round(performance.now() - started);
    },
  };
}
