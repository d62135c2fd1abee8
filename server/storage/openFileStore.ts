import type { Config } from '../config.ts';
import { DiskStore } from './diskStore.ts';
import type { FileStore } from './fileStore.ts';
import { S3Store } from './s3Store.ts';

/** Opens the configured file storage. @throws BadSetting if it cannot be used */
export const openFileStore = ({ s3, filesDir }: Pick<Config, 's3' | 'filesDir'>): Promise<FileStore> =>
  s3 ? S3Store.open(s3) : DiskStore.open(filesDir);
