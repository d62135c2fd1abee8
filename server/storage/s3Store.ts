import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { BadSetting, type S3Settings } from '../config.ts';
import { storageKey, type FileStore } from './fileStore.ts';

/** Status of a full S3-compatible service such as MinIO. */
const INSUFFICIENT_STORAGE = 507;
const RETRIES = 3;
const TIMEOUT_MS = 30_000;

/** Stores files in a bucket of an S3-compatible service. Uses path-style addresses, which all services support. */
export class S3Store implements FileStore {
  readonly #client: AwsClient;
  readonly #bucket: string;

  private constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
    this.#bucket = `${endpoint}/${bucket}`;
  }

  /** @throws BadSetting if the bucket does not answer or refuses access */
  static async open(settings: S3Settings): Promise<S3Store> {
    const store = new S3Store(settings);
    const { status } = await store.#send('HEAD', '').catch((error: Error) => {
      throw new BadSetting('S3_URL', error.message);
    });
    if (status !== 200)
      throw new BadSetting('S3_URL', `the bucket ${settings.bucket} at ${settings.endpoint} answers ${status}`);
    return store;
  }

  /** Sends the hash too, so that the service refuses bytes that were changed on the way. */
  async put(id: string, bytes: Buffer): Promise<void> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      'content-type': 'application/octet-stream',
    };
    const response = await this.#send('PUT', `/${storageKey(id)}`, { body: bytes, headers });
    if (!response.ok) throw await failure(response);
  }

  async get(id: string): Promise<Buffer | undefined> {
    const response = await this.#send('GET', `/${storageKey(id)}`);
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    if (response.status === 404) return undefined;
    throw await failure(response);
  }

  async remove(id: string): Promise<void> {
    const response = await this.#send('DELETE', `/${storageKey(id)}`);
    if (!response.ok && response.status !== 404) throw await failure(response);
  }

  /** @throws Error with the code of the network error, by which callers recognise an unreachable service */
  async #send(
    method: string,
    path: string,
    init: { body?: Buffer; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    try {
      return await this.#client.fetch(`${this.#bucket}${path}`, {
        method,
        ...init,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      } as RequestInit);
    } catch (error) {
      const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
      throw Object.assign(new Error(`the file storage cannot be reached: ${message || code}`, { cause: error }), {
        code,
      });
    }
  }
}

async function failure(response: Response): Promise<Error> {
  const error = new Error(`the file storage answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
  return response.status === INSUFFICIENT_STORAGE ? Object.assign(error, { code: 'ENOSPC' }) : error;
}
