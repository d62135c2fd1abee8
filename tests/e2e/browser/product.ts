import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMIN_PASSWORD } from '../../adminPassword.ts';
import { nextPort, rememberPort } from './port.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The first start builds the web and loads the reference data. */
const START_TIMEOUT = 120_000;
const STOP_TIMEOUT = 20_000;

/** The running product, and its people. */
export interface Product {
  /** without a slash at the end */
  url: string;
  /** of the person `admin` */
  adminPassword: string;
  /** logs in over HTTP: a session's token */
  logIn(username?: string, password?: string): Promise<string>;
  /** creates a user who has not chosen a password yet */
  addPerson(userCde: string, password: string, roleName?: string): Promise<void>;
  /** ends it and, unless the caller gave the folder of its data, removes them */
  stop(): Promise<void>;
}

export interface ProductProcess extends Product {
  dataDir: string;
  /** all that it printed */
  output(): string;
}

export interface ProductOptions {
  /** settings besides `PORT` and `DATA_DIR`; with `ADMIN_PASSWORD: ''` the product generates one */
  env?: Record<string, string>;
  /** a folder to keep over several starts */
  dataDir?: string;
}

/**
 * Starts the complete product in its own process, on a free port and an embedded database, and waits until it is ready.
 * Starting it in the process of a test takes a tenth of the time (`openProduct`).
 */
export async function startProduct({ env = {}, dataDir }: ProductOptions = {}): Promise<ProductProcess> {
  const folder = dataDir ?? (await temporaryFolder());
  const settings: Record<string, string> = {
    ADMIN_PASSWORD,
    DEMO_DATA: 'true',
    PORT: nextPort(),
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    ...env,
  };
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settings, DATA_DIR: folder },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });

  const stop = async () => {
    await end(child);
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await readyAddress(child, () => output);
    rememberPort(url);
    const adminPassword = settings['ADMIN_PASSWORD'] || (/password: (\S+)/.exec(output)?.[1] ?? '');
    return {
      url,
      adminPassword,
      dataDir: folder,
      stop,
      output: () => output,
      logIn: (username = 'admin', password = adminPassword) => logIn(url, username, password),
      addPerson: async (userCde, password, roleName) =>
        addPerson(url, await logIn(url, 'admin', adminPassword), userCde, password, roleName),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A new folder for `dataDir`, which the caller removes. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bordereau-'));
  // PostgreSQL never runs as root: started by root, the product runs it as a person who must be able to enter here.
  await chmod(folder, 0o755);
  return folder;
}

async function readyAddress(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = performance.now() + START_TIMEOUT;
  while (performance.now() < deadline) {
    const address = /ready at (https?:\/\/[^\s/]+)/.exec(output())?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The product ended before it was ready:\n${output()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error(`The product was not ready after ${START_TIMEOUT / 1000} s:\n${output()}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT);
  await exited;
  clearTimeout(timer);
}

/** Logs in over HTTP: a session's token. */
export async function logIn(url: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/account/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { data, message } = (await answer.json()) as { data?: string; message: string };
  if (data === undefined) throw new Error(`Log-in as ${username} failed: ${message}`);
  return data;
}

/** Creates a user who has not chosen a password yet, with a role. @param token of an administrator */
export async function addPerson(
  url: string,
  token: string,
  userCde: string,
  password: string,
  roleName?: string,
): Promise<void> {
  const post = async (path: string, body: object): Promise<{ records: { id: string }[] }> => {
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { code, message, result } = (await answer.json()) as {
      code: number;
      message: string;
      result: { records: { id: string }[] };
    };
    if (code !== 0) throw new Error(`${path}: ${message}`);
    return result;
  };
  await post('person', { userCde, userName: userCde, password });
  if (roleName === undefined) return;
  const {
    records: [role],
  } = await post('role/search', { searchCondition: [{ name: 'roleName', type: 'equal', value: roleName }] });
  if (role === undefined) throw new Error(`there is no role ${roleName}`);
  await post('role-user', { userCde, roleId: role.id });
}
