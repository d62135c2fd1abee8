import { enableCompileCache, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Caches compiled modules between starts, in a folder as protected as the code itself. If the folder is not writable,
// starts are slower. Must run before the first import.
enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/node'));
const { serve } = await import('./serve.ts');
await serve();
flushCompileCache();
