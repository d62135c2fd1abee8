/** Where the bytes of files lie; each under the id that the product gave it. */
export interface FileStore {
  /** Stores a file whole or not at all; when it returns, the bytes outlast a crash. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** The bytes as they were stored; undefined where there are none. */
  get(id: string): Promise<Buffer | undefined>;
  /** Removes a file and what a broken-off `put` left of it; none there is no error. */
  remove(id: string): Promise<void>;
}

/** Whether a text can be the id of a file: 32 hexadecimal digits. */
export const isFileId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** `ab/cd…`: the place of a file, spread over 256 folders. Nothing but an id ever becomes a path. */
export function placeOf(id: string): string {
  if (!isFileId(id)) throw new Error(`${JSON.stringify(id)} is no id of a file`);
  return `${id.slice(0, 2)}/${id.slice(2)}`;
}
