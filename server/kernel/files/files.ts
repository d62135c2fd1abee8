import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import {
  ATTACHMENT_MESSAGE,
  attachmentProblem,
  extensionOf,
  shownFileName,
  type AttachmentExtension,
} from '../../../generator/language/attachment.ts';
import { isConnectionLost } from '../../db/databaseErrors.ts';
import { build, prepared } from '../../db/statement.ts';
import { notFound, Refusal, refuseFields } from '../../errors.ts';
import type { Context, Queryable } from '../context.ts';
import type { Kernel } from '../core.ts';
import { MEDIA_TYPES } from './content.ts';
import type { FileStore } from '../../storage/fileStore.ts';
import type { FileInspector } from './inspect/inspector.ts';
import { isOutsider, refuseOverQuota, uploadTurn, withinQuota, type UploadQuota } from './quota.ts';
import { readableFiles } from './readableFiles.ts';
import type { FileScans } from './scan/fileScans.ts';
import type { ScanState } from './scan/scanner.ts';
import type { ReceivedFile, StoredFile } from './storedFile.ts';

const RETRY_SCAN_SECONDS = 60;

/** A file whose bytes are gone, or are not those that were stored: a fault of the storage, never of the caller. */
export class DamagedFile extends Error {
  constructor(id: string, what: string) {
    super(`file ${id}: ${what}`);
    this.name = 'DamagedFile';
  }
}

/** Uploaded files: what they may be, where their bytes lie, who may read them. */
export class Files {
  readonly #kernel: Kernel;
  readonly #store: FileStore;
  readonly #inspector: FileInspector;
  readonly #scans: FileScans;

  constructor(kernel: Kernel, store: FileStore, { inspector, scans }: { inspector: FileInspector; scans: FileScans }) {
    this.#kernel = kernel;
    this.#store = store;
    this.#inspector = inspector;
    this.#scans = scans;
  }

  /**
   * Judges an upload by its name, size and content, and stores it as its uploader's own. The row stands before the
   * bytes do, so that nothing is ever stored of which no row tells.
   *
   * @throws Refusal 400 at `file`, 429 over the quota, 503 over that of all outsiders or while too many files wait to
   *   be inspected
   */
  async receive(
    { path, name: given, address }: ReceivedFile,
    { user }: Context,
    quota: UploadQuota,
  ): Promise<StoredFile> {
    const name = shownFileName(given);
    const extension = extensionOf(name) as AttachmentExtension;
    const { size } = await stat(path);
    const source = { by: user.userCde, address, quota };
    const turn = uploadTurn(source);
    await refuseOverQuota(this.#kernel.auxiliary, source, size);
    const problem = attachmentProblem(name, size) ?? (await this.#inspector.inspect({ path, extension }, turn));
    if (problem) throw refuseFields([{ field: 'file', ...problem }]);
    const scan = await this.#scans.stateOf(path, turn);
    const stored = await this.#keep({ name, type: MEDIA_TYPES[extension], scan }, await readFile(path), (file) =>
      withinQuota(this.#kernel.pool, source, size, (db) =>
        insertFile(db, file, { by: user.userCde, address, outsider: isOutsider(quota) }),
      ),
    );
    // an infected file is kept in quarantine until the sweep, for whoever looks into it
    if (scan !== 'infected') return stored;
    this.#scans.logInfected(stored.id);
    throw refuseFields([{ field: 'file', key: ATTACHMENT_MESSAGE.infected, params: {} }]);
  }

  /**
   * Stores a file that the caller may read once more, as the caller's own: for another row to refer to. It stays only
   * if one does.
   *
   * @throws what `read` does
   */
  async copy(id: string, context: Context): Promise<StoredFile> {
    const [source] = await readableFiles(this.#kernel, [id], context);
    const { file, bytes } = await this.#open(source, source?.scan);
    return this.#keep(file, bytes, (copy) =>
      insertFile(this.#kernel.pool, copy, { by: context.user.userCde, address: null, outsider: false }),
    );
  }

  /** Those of some files that the caller may read, in any order. */
  describe(ids: readonly string[], context: Context): Promise<StoredFile[]> {
    return readableFiles(this.#kernel, ids, context);
  }

  /**
   * A file with its bytes.
   *
   * @throws Refusal 404 where it is not there or not for the caller, 403 where it is infected, 503 until it was scanned
   * @throws DamagedFile where its bytes are not those that were stored
   */
  async read(id: string, context: Context): Promise<{ file: StoredFile; bytes: Buffer }> {
    const [file] = await readableFiles(this.#kernel, [id], context);
    return this.#open(
      file,
      file?.scan === 'waiting'
        ? await this.#scans.scanStored(id, { lane: 'trusted', key: context.user.userCde })
        : file?.scan,
    );
  }

  async #open(
    file: StoredFile | undefined,
    state: ScanState | undefined,
  ): Promise<{ file: StoredFile; bytes: Buffer }> {
    if (!file) throw notFound();
    const { id } = file;
    if (state === 'infected') throw new Refusal('forbidden', ATTACHMENT_MESSAGE.quarantined);
    if (state === 'waiting')
      throw new Refusal('unavailable', ATTACHMENT_MESSAGE.scanDue).withRetryAfter(RETRY_SCAN_SECONDS);
    const bytes = await this.#store.get(id);
    if (!bytes) throw new DamagedFile(id, 'its bytes are gone');
    if (bytes.length !== file.size || sha256(bytes) !== file.hash)
      throw new DamagedFile(id, 'its bytes are not those that were stored');
    return { file, bytes };
  }

  async #keep(
    { name, type, scan }: Pick<StoredFile, 'name' | 'type' | 'scan'>,
    bytes: Buffer,
    insert: (file: StoredFile) => Promise<unknown>,
  ): Promise<StoredFile> {
    const file: StoredFile = {
      id: randomBytes(16).toString('hex'),
      name,
      type,
      size: bytes.length,
      hash: sha256(bytes),
      scan,
    };
    await insert(file);
    try {
      await this.#store.put(file.id, bytes);
    } catch (error) {
      await this.#undo(file.id, error);
      throw error;
    }
    return file;
  }

  /**
   * Leaves nothing of a file that could not be stored; where the storage does not answer, the sweep does this a day
   * later.
   */
  async #undo(id: string, error: unknown): Promise<void> {
    if (isConnectionLost(error)) return;
    try {
      await this.#store.remove(id);
      await deleteFile.run(this.#kernel.pool, { id });
    } catch {
      // the row stays for the sweep; the caller learns of the first error
    }
  }
}

interface Owner {
  by: string;
  address: string | null;
  outsider: boolean;
}

const addFile = prepared<StoredFile & Owner>()(($) =>
  build
    .insertInto('kernel.file')
    .values({
      id: $('id'),
      name: $('name'),
      type: $('type'),
      size: $('size'),
      hash: $('hash'),
      scan: $('scan'),
      by: $('by'),
      address: $('address'),
      outsider: $('outsider'),
    }),
);

const deleteFile = prepared<{ id: string }>()(($) => build.deleteFrom('kernel.file').where('id', '=', $('id')));

const insertFile = (db: Queryable, file: StoredFile, owner: Owner): Promise<unknown> =>
  addFile.run(db, { ...file, ...owner });

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
