import { type ReactNode, Suspense, useState } from 'react';
import { download } from '../../api/transfer.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import type { StoredFile } from './stored.ts';

const Preview = lazyChunk(async () => (await import('./preview.tsx')).Preview);

/** Media types that a browser can show. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'application/pdf']);

/**
 * Opens files: in `dialog` if a browser can show them, otherwise by download. Both need the session's token, so a plain
 * link is not possible.
 */
export function useOpening(): { open: (file: StoredFile) => void; dialog: ReactNode } {
  const { failed } = useFeedback();
  const [shown, setShown] = useState<StoredFile>();
  return {
    open: (file) => {
      if (SHOWN.has(file.type)) setShown(file);
      else download(`/api/files/${file.id}`).catch(failed);
    },
    dialog: shown && (
      <Suspense fallback={null}>
        <Preview file={shown} onClose={() => setShown(undefined)} />
      </Suspense>
    ),
  };
}
