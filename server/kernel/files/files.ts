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

/** The storage has lost or changed the bytes of a file. */
class DamagedFile extends Error {
  constructor(id: string, reason: string) {
    super(`file ${id}: ${reason}`);
    this.name = 'DamagedFile';
  }
}

/** Receives, stores and reads uploaded files. */
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
   * Validates an upload by its name, size and content, and stores it for its uploader. The row is written before the
   * bytes, so that the storage never contains bytes without a row.
   *
   * @throws Refusal 400 at `file` for an invalid file; 429 over the quota; 503 over the quota of all outsiders, or
   *   while too many files wait for inspection
   */
  async receive(
    { path, name: originalName, address }: ReceivedFile,
    { user }: Context,
    quota: UploadQuota,
  ): Promise<StoredFile> {
    const name = shownFileName(originalName);
    const extension = extensionOf(name) as AttachmentExtension;
    const { size } = await stat(path);
    const source = { by: user.userCde, address, quota };
    const turn = uploadTurn(source);
    await refuseOverQuota(this.#kernel.auxiliary, source, size);
    const problem = attachmentProblem(name, size) ?? (await this.#inspector.inspect({ path, extension }, turn));
    if (problem) throw refuseFields([{ field: 'file', ...problem }]);
    const scan = await this.#scans.scanReceived(path, turn);
    const stored = await this.#save({ name, type: MEDIA_TYPES[extension], scan }, await readFile(path), (file) =>
      withinQuota(this.#kernel.pool, source, size, (db) =>
        insertFile(db, file, { by: user.userCde, address, outsider: isOutsider(quota) }),
      ),
    );
    // an infected file remains in quarantine until the sweep, so that the operator can examine it
    if (scan !== 'infected') return stored;
    this.#scans.logInfected(stored.id);
    throw refuseFields([{ field: 'file', key: ATTACHMENT_MESSAGE.infected, params: {} }]);
  }

  /**
   * Copies a file that the caller may read, so that another row can refer to the copy. If no row is saved with the
   * copy, the sweep deletes it.
   *
   * @throws as `read` does
   */
  async copy(id: string, context: Context): Promise<StoredFile> {
    const [source] = await readableFiles(this.#kernel, [id], context);
    const { file, bytes } = await this.#open(source, source?.scan);
    return this.#save(file, bytes, (copy) =>
      insertFile(this.#kernel.pool, copy, { by: context.user.userCde, address: null, outsider: false }),
    );
  }

  /** Reads those of the files with these ids that the caller may read, in any order. */
  describe(ids: readonly string[], context: Context): Promise<StoredFile[]> {
    return readableFiles(this.#kernel, ids, context);
  }

  /**
   * Reads a file with its bytes.
   *
   * @throws Refusal 404 for a file that is missing or hidden from the caller, 403 for an infected file, 503 for a file
   *   that is not scanned yet
   * @throws DamagedFile if the storage has lost or changed its bytes
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
    if (!bytes) throw new DamagedFile(id, 'its bytes are missing');
    if (bytes.length !== file.size || sha256(bytes) !== file.hash)
      throw new DamagedFile(id, 'its bytes have changed since they were stored');
    return { file, bytes };
  }

  async #save(
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
      await this.#undoSave(file.id, error);
      throw error;
    }
    return file;
  }

  /** Deletes what was stored of a file whose save failed. If the storage does not answer, the sweep does so later. */
  async #undoSave(id: string, error: unknown): Promise<void> {
    if (isConnectionLost(error)) return;
    try {
      await this.#store.remove(id);
      await deleteFile.run(this.#kernel.pool, { id });
    } catch {
      // the row remains for the sweep, and the caller throws the first error
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
