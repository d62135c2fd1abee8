import { setTimeout as sleep } from 'node:timers/promises';
import { Client, PASSWORD } from './client.ts';

/** A user who sends one call after the other while others overload the server. */
export interface SecondUser {
  /** Sends calls for `seconds`. @returns milliseconds of each successful answer */
  measure(seconds: number): Promise<number[]>;
  /** Waits for five answers in a row within `QUICK_MS`. @returns the milliseconds until then */
  recoveryMs(): Promise<number>;
}

const PAUSE_MS = 50;
const QUICK_MS = 100;

/** Creates a person and logs in. @param administrator token of an administrator */
export async function openSecondUser(url: string, administrator: string): Promise<SecondUser> {
  const client = await logInAsNewPerson(url, administrator);
  /** Milliseconds of one call; undefined if it fails. */
  const measureCall = async (): Promise<number | undefined> => {
    const started = performance.now();
    try {
      await client.call('GET', '/api/currency?current=1&pageSize=20');
      return performance.now() - started;
    } catch {
      return undefined;
    }
  };
  return {
    async measure(seconds) {
      const times: number[] = [];
      const end = performance.now() + seconds * 1000;
      let failed = 0;
      while (performance.now() < end) {
        const time = await measureCall();
        if (time === undefined) failed++;
        else times.push(time);
        await sleep(PAUSE_MS);
      }
      if (failed > 0) console.log(`  (${failed} of the second user's calls failed)`);
      return times;
    },
    async recoveryMs() {
      const started = performance.now();
      for (let quick = 0; quick < 5;) quick = ((await measureCall()) ?? Infinity) < QUICK_MS ? quick + 1 : 0;
      return Math.round(performance.now() - started);
    },
  };
}

async function logInAsNewPerson(url: string, administrator: string): Promise<Client> {
  const admin = new Client(url, administrator);
  const { result } = await admin.call('POST', '/api/role/search', {
    searchCondition: [{ name: 'allSeeingEye', type: 'equal', value: 'Y' }],
  });
  const [role] = result.records;
  await admin.call('POST', '/api/person', { userCde: 'SECOND', userName: 'Second user', password: PASSWORD });
  await admin.call('POST', '/api/role-user', { userCde: 'SECOND', roleId: role.id });
  const client = new Client(url);
  await client.logIn('SECOND', PASSWORD);
  await client.changePassword(PASSWORD, `${PASSWORD} afterwards`);
  return client;
}
