import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The account of the operating system that PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
  /** for messages */
  name: string;
}

/**
 * The account that runs the cluster in `pgdata`; null for the account of this process.
 *
 * PostgreSQL refuses to run as root. If this process is root, the account that owns the cluster runs it. A new cluster
 * belongs to `nobody`, which exists on every system.
 */
export async function accountFor(pgdata: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await systemAccounts();
  const owner = await stat(pgdata).catch(() => null);
  if (owner !== null && owner.uid !== 0) {
    return (
      accounts.find((account) => account.uid === owner.uid) ?? {
        uid: owner.uid,
        gid: owner.gid,
        name: String(owner.uid),
      }
    );
  }
  return accounts.find((account) => account.name === 'nobody') ?? { uid: 65_534, gid: 65_534, name: 'nobody' };
}

/** The name of the account with this number; the number if it has no name. */
export async function accountName(uid: number): Promise<string> {
  const account = (await systemAccounts()).find((each) => each.uid === uid);
  return account?.name ?? String(uid);
}

async function systemAccounts(): Promise<Account[]> {
  const lines = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return lines.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name !== undefined && uid !== undefined && gid !== undefined
      ? [{ name, uid: Number(uid), gid: Number(gid) }]
      : [];
  });
}

const READ = 0o4;
const EXECUTE = 0o1;

/**
 * Whether the account may read and run the file `path`, or read and enter the folder `path`, and may enter all folders
 * above it.
 *
 * @param path absolute, without symbolic links
 */
export async function canUse(account: Account, path: string): Promise<boolean> {
  return hasPermission(await stat(path), account, READ | EXECUTE) && canReach(account, path);
}

/** Whether the account may enter all folders above `path`. @param path absolute, without symbolic links */
export async function canReach(account: Account, path: string): Promise<boolean> {
  const folder = dirname(path);
  if (!hasPermission(await stat(folder), account, EXECUTE)) return false;
  return folder === path || canReach(account, folder);
}

function hasPermission(file: Stats, account: Account, required: number): boolean {
  const granted = file.uid === account.uid ? file.mode >> 6 : file.gid === account.gid ? file.mode >> 3 : file.mode;
  return (granted & required) === required;
}
