/** Storage for the bytes of files, by file id. */
export interface FileStore {
  /** Stores a file completely or not at all. After it returns, the file survives a crash. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** @returns the bytes; undefined if there is no file */
  get(id: string): Promise<Buffer | undefined>;
  /** Removes a file and remains of an interrupted `put`. A missing file is not an error. */
  remove(id: string): Promise<void>;
}

/** Whether a text has the form of a file id: 32 hexadecimal digits. */
export const isFileId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** Path of a file in the storage, `ab/cd…`, spread over 256 folders. @throws Error for a text that is not a file id */
export function storageKey(id: string): string {
  if (!isFileId(id)) throw new Error(`${JSON.stringify(id)} is no id of a file`);
  return `${id.slice(0, 2)}/${id.slice(2)}`;
}
