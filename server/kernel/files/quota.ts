import type { Pool } from 'pg';
import { ATTACHMENT_MESSAGE } from '../../../generator/language/attachment.ts';
import { lockName } from '../../db/nameLock.ts';
import { inTransaction } from '../../db/pool.ts';
import { build, prepared } from '../../db/statement.ts';
import { Refusal } from '../../errors.ts';
import type { Queryable } from '../context.ts';
import type { Turn } from '../fairQueue.ts';

/** Limit of unused files and of their bytes. The sweep deletes an unused file a day after its upload. */
export interface FileLimit {
  files: number;
  bytes: number;
}

/** Quotas of an upload: of the person or mail address, of the network address, and of all outsiders in a day. */
export interface UploadQuota {
  each: FileLimit;
  address: FileLimit;
  outsiders?: FileLimit;
}

const MEGABYTE = 1_000_000;
/** Quota of staff. A whole office may share one network address. */
export const STAFF_QUOTA: UploadQuota = {
  each: { files: 200, bytes: 500 * MEGABYTE },
  address: { files: 2000, bytes: 3000 * MEGABYTE },
};
/**
 * Quota of outsiders. A submission has up to ten scans. All outsiders together have a quota too, because mail and
 * network addresses are easy to get.
 */
export const OUTSIDER_QUOTA: UploadQuota = {
  each: { files: 20, bytes: 80 * MEGABYTE },
  address: { files: 60, bytes: 200 * MEGABYTE },
  outsiders: { files: 5000, bytes: 5000 * MEGABYTE },
};

/** Where an upload comes from. */
export interface UploadSource {
  /** code of the person; the mail address of an outsider */
  by: string;
  address: string;
  quota: UploadQuota;
}

/** Whether an upload comes from a person without an account. */
export const isOutsider = (quota: UploadQuota): boolean => quota.outsiders !== undefined;

/**
 * The queue in which an upload waits for inspection and scan. Outsiders wait by network address, because they can use
 * many mail addresses.
 */
export const uploadTurn = ({ by, address, quota }: UploadSource): Turn =>
  isOutsider(quota) ? { lane: 'untrusted', key: address } : { lane: 'trusted', key: by };

const RETRY_AFTER_SECONDS = 3600;

const UNUSED = `select count(*) filter (where "by" = $1)::int as "files", coalesce(sum(size) filter (where "by" = $1), 0)::float8 as bytes,
  count(*) filter (where address = $2)::int as "addressFiles", coalesce(sum(size) filter (where address = $2), 0)::float8 as "addressBytes"
  from kernel.file where "freeSince" is not null and ("by" = $1 or address = $2)`;

/** Files of submissions count until these are accepted, because an attacker could submit any number. */
const OF_OUTSIDERS = `select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes
  from kernel.file where outsider and at > now() - interval '24 hours'`;

interface Usage {
  files: number;
  bytes: number;
}

/**
 * Refuses a further file of `size` bytes if it would exceed a quota of its source.
 *
 * @throws Refusal 429; 503 over the quota of all outsiders
 */
export async function refuseOverQuota(
  db: Queryable,
  { by, address, quota }: UploadSource,
  size: number,
): Promise<void> {
  const { rows } = await db.query({ text: UNUSED, values: [by, address] });
  const used = rows[0] as Usage & { addressFiles: number; addressBytes: number };
  const exceeds = (limit: FileLimit, { files, bytes }: Usage): boolean =>
    files + 1 > limit.files || bytes + size > limit.bytes;
  const key = exceeds(quota.each, used)
    ? ATTACHMENT_MESSAGE.overQuota
    : exceeds(quota.address, { files: used.addressFiles, bytes: used.addressBytes })
      ? ATTACHMENT_MESSAGE.overAddressQuota
      : undefined;
  if (key !== undefined) throw refuseFile('tooMany', key);
  if (quota.outsiders === undefined) return;
  const ofOutsiders = await db.query({ text: OF_OUTSIDERS, values: [] });
  if (exceeds(quota.outsiders, ofOutsiders.rows[0] as Usage))
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

/** Removes the files of an accepted record from the quota of outsiders. */
export const acceptFiles = (db: Queryable, entity: string, id: string): Promise<unknown> =>
  accept.run(db, { entity, id });

/**
 * Checks the quota and runs `insert`. Uploads wait for each other here, so that simultaneous ones cannot exceed a
 * quota.
 *
 * @throws as `refuseOverQuota` does
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
