import { setTimeout as sleep } from 'node:timers/promises';

/** Somebody who works while others overload the server: one call after the other. */
export interface Colleague {
  /** Asks for `seconds`. @returns the milliseconds of each answer that was good */
  measure(seconds: number): Promise<number[]>;
  /** @returns the milliseconds until five answers one after the other were good and as quick as when it was calm */
  recoveryMs(): Promise<number>;
}

const PASSWORD = 'a password of the bench';
const PAUSE_MS = 50;
const QUICK_MS = 100;

/** Makes a person beside the administrator and logs in. */
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
  const must = async (path: string, token: string, body: object) => {
    const { status, text } = await call('POST', path, token, body);
    if (status >= 300) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };
  const {
    result: {
      records: [role],
    },
  } = await must('/api/role/search', administrator, {
    searchCondition: [{ name: 'allSeeingEye', type: 'equal', value: 'Y' }],
  });
  await must('/api/person', administrator, { userCde: 'COLLEAGUE', userName: 'Colleague', password: PASSWORD });
  await must('/api/role-user', administrator, { userCde: 'COLLEAGUE', roleId: role.id });
  const first = (await must('/account/login', '', { username: 'COLLEAGUE', password: PASSWORD })).data as string;
  const token = (
    await must('/account/changePassword', first, { oldPassword: PASSWORD, newPassword: `${PASSWORD} afterwards` })
  ).result.token as string;
  const ask = async (): Promise<number | undefined> => {
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
        const time = await ask();
        if (time === undefined) failed++;
        else times.push(time);
        await sleep(PAUSE_MS);
      }
      if (failed > 0) console.log(`  (${failed} of the colleague's calls had no good answer)`);
      return times;
    },
    async recoveryMs() {
      const started = performance.now();
      for (let quick = 0; quick < 5;) quick = ((await ask()) ?? Infinity) < QUICK_MS ? quick + 1 : 0;
      return Math.round(performance.now() - started);
    },
  };
}
