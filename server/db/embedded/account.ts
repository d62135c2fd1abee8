import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The operating system's account that PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
  /** for messages */
  name: string;
}

/**
 * The account for a cluster in `pgdata`: null if it is our own.
 * PostgreSQL refuses to run as root. When we are root, the one who owns the cluster runs it, and a new one belongs to
 * `nobody`, which is there on every system, so that no account need be made.
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

/** The name of the account with this number, or the number itself. */
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

const read = 0o4;
const enter = 0o1;

/**
 * Whether the account can come to `path`, an absolute one without symbolic links, and read and enter (or run) what is
 * there.
 */
export async function canUse(account: Account, path: string): Promise<boolean> {
  return permits(await stat(path), account, read | enter) && canReach(account, path);
}

/** Whether the account can come to `path`, an absolute one without symbolic links, whatever it may do there. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  const folder = dirname(path);
  if (!permits(await stat(folder), account, enter)) return false;
  return folder === path || canReach(account, folder);
}

function permits(file: Stats, account: Account, wanted: number): boolean {
  const granted = file.uid === account.uid ? file.mode >> 6 : file.gid === account.gid ? file.mode >> 3 : file.mode;
  return (granted & wanted) === wanted;
}
