import type { Pool } from 'pg';
import { ATTACHMENT_MESSAGE } from '../../../generator/language/attachment.ts';
import { lockName } from '../../db/nameLock.ts';
import { inTransaction } from '../../db/pool.ts';
import { build, prepared } from '../../db/statement.ts';
import { Refusal } from '../../errors.ts';
import type { Queryable } from '../context.ts';
import type { Turn } from '../fairQueue.ts';

/** Files and bytes that may wait for a record to refer to them; the sweep removes each a day after its upload. */
export interface Allowed {
  files: number;
  bytes: number;
}

/**
 * Quotas of whoever uploads: of the person or mail address, of the network address, and of all outsiders together in a
 * day.
 */
export interface UploadQuota {
  each: Allowed;
  address: Allowed;
  outsiders?: Allowed;
}

const MEGABYTE = 1_000_000;
/** A whole office may stand behind one address. */
export const STAFF_QUOTA: UploadQuota = {
  each: { files: 200, bytes: 500 * MEGABYTE },
  address: { files: 2000, bytes: 3000 * MEGABYTE },
};
/**
 * A company sends at most ten scans with its submission; mail and network addresses cost nothing, so all together have
 * a quota as well.
 */
export const OUTSIDER_QUOTA: UploadQuota = {
  each: { files: 20, bytes: 80 * MEGABYTE },
  address: { files: 60, bytes: 200 * MEGABYTE },
  outsiders: { files: 5000, bytes: 5000 * MEGABYTE },
};

/** Where an upload comes from. */
export interface UploadSource {
  by: string;
  address: string;
  quota: UploadQuota;
}

/** Whether an upload comes from somebody without an account. */
export const isOutsider = (quota: UploadQuota): boolean => quota.outsiders !== undefined;

/**
 * Whose work the inspection and the scan of an upload are. Outsiders have as many mail addresses as they like, so their
 * network address counts.
 */
export const uploadTurn = ({ by, address, quota }: UploadSource): Turn =>
  isOutsider(quota) ? { lane: 'untrusted', key: address } : { lane: 'trusted', key: by };

const RETRY_AFTER_SECONDS = 3600;

const UNUSED = `select count(*) filter (where "by" = $1)::int as "files", coalesce(sum(size) filter (where "by" = $1), 0)::float8 as bytes,
  count(*) filter (where address = $2)::int as "addressFiles", coalesce(sum(size) filter (where address = $2), 0)::float8 as "addressBytes"
  from kernel.file where "freeSince" is not null and ("by" = $1 or address = $2)`;

/** A submission that waits for its review, or was rejected, still counts: it costs an attacker one more code. */
const OF_OUTSIDERS = `select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes
  from kernel.file where outsider and at > now() - interval '24 hours'`;

interface Used {
  files: number;
  bytes: number;
}

/**
 * @throws Refusal 429 where one more file of `size` bytes is more than the quotas of its source allow, 503 for that of
 * all outsiders
 */
export async function refuseOverQuota(
  db: Queryable,
  { by, address, quota }: UploadSource,
  size: number,
): Promise<void> {
  const { rows } = await db.query({ text: UNUSED, values: [by, address] });
  const used = rows[0] as Used & { addressFiles: number; addressBytes: number };
  const exceeds = (allowed: Allowed, { files, bytes }: Used): boolean =>
    files + 1 > allowed.files || bytes + size > allowed.bytes;
  const key = exceeds(quota.each, used)
    ? ATTACHMENT_MESSAGE.overQuota
    : exceeds(quota.address, { files: used.addressFiles, bytes: used.addressBytes })
      ? ATTACHMENT_MESSAGE.overAddressQuota
      : undefined;
  if (key !== undefined) throw refuseFile('tooMany', key);
  if (quota.outsiders === undefined) return;
  const all = await db.query({ text: OF_OUTSIDERS, values: [] });
  if (exceeds(quota.outsiders, all.rows[0] as Used))
    throw refuseFile('unavailable', ATTACHMENT_MESSAGE.overOutsiderQuota);
}

const refuseFile = (family: 'tooMany' | 'unavailable', key: string): Refusal =>
  new Refusal(family, key, {}, [{ field: 'file', key, params: {} }]).withRetryAfter(RETRY_AFTER_SECONDS);

const accept = prepared<{ entity: string; id: string }>()(($) =>
  build
    .updateTable('kernel.file')
    .set({ outsider: false })
    .where('entity', '=', $('entity'))
    .where('entityId', '=', $('id'))
    .where('outsider', '=', true),
);

/** Takes the files of a record that staff accepted out of the quota of outsiders. */
export const acceptFiles = (db: Queryable, entity: string, id: string): Promise<unknown> =>
  accept.run(db, { entity, id });

/**
 * Runs `insert` after the check, one upload after the other, so that many at once never exceed a quota. @throws what
 * `refuseOverQuota` does
 */
export function withinQuota(
  pool: Pool,
  source: UploadSource,
  size: number,
  insert: (db: Queryable) => Promise<unknown>,
): Promise<void> {
  return inTransaction(pool, async (db) => {
    await lockName(db, 'kernel.file quota');
    await refuseOverQuota(db, source, size);
    await insert(db);
  });
}
