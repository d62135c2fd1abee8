import { useQueries } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** An uploaded file, as `/api/files` describes it. */
export interface StoredFile {
  id: string;
  name: string;
  /** media type */
  type: string;
  /** size in bytes */
  size: number;
  /** result of the virus scan; only unscanned and clean files can be downloaded */
  scan: 'unscanned' | 'waiting' | 'clean' | 'infected';
}

/** Key of the text about a file that is not known to be clean. */
export const scanText = ({ scan }: StoredFile): string | undefined => SCAN_TEXT[scan];

const SCAN_TEXT: Readonly<Partial<Record<StoredFile['scan'], string>>> = {
  unscanned: 'kinds.fileUnscanned',
  waiting: 'kinds.fileWaiting',
  infected: 'kinds.fileInfected',
};

/** A file of a value. Of a deleted or hidden file only the name is known, from the history. */
export type ShownFile = StoredFile | { id?: never; name?: string };

/** The ids in a value of kind `file` (an id) or `files` (ids). In the history each file is `{id, name}`. */
export const idsOf = (value: unknown): string[] => entriesOf(value).map(({ id }) => id);

function entriesOf(value: unknown): { id: string; name?: string | null }[] {
  if (value === null || value === undefined) return [];
  return [value]
    .flat()
    .map((one: unknown) =>
      typeof one === 'object' && one !== null ? (one as { id: string; name?: string | null }) : { id: String(one) },
    );
}

/** The query key of a file. */
export const fileKey = (id: string): string[] => ['file', id];

/** The files of a value, in its order. */
export function useFiles(value: unknown): ShownFile[] {
  const entries = entriesOf(value);
  const found = useQueries({
    queries: entries.map(({ id }) => ({
      queryKey: fileKey(id),
      queryFn: () => readFile(id),
      staleTime: Infinity,
      retry: false,
    })),
  });
  return entries.map(({ name }, index): ShownFile => found[index]?.data ?? { ...(name != null && { name }) });
}

/** Maximum number of files in one call; a page of a list needs many. */
const MAX_PER_CALL = 200;

interface Batch {
  ids: Set<string>;
  files: Promise<StoredFile[]>;
}

let openBatch: Batch | undefined;

/** Loads a file by its id, in a batch; null if the user may not see it. */
async function readFile(id: string): Promise<StoredFile | null> {
  if (!openBatch || openBatch.ids.size >= MAX_PER_CALL) openBatch = newBatch();
  openBatch.ids.add(id);
  return (await openBatch.files).find((file) => file.id === id) ?? null;
}

/** A batch that is sent at the end of this turn of the event loop. */
function newBatch(): Batch {
  const ids = new Set<string>();
  const files = new Promise((resolve) => {
    setTimeout(resolve, 0);
  }).then(() => {
    if (openBatch?.ids === ids) openBatch = undefined;
    return call<StoredFile[]>('GET', '/api/files', { query: { id: [...ids].join(',') } });
  });
  return { ids, files };
}
