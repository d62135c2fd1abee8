import { enableCompileCache, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';

// What Node makes of each module is kept between starts, checked against the module's text, and lies where only who may
// change the
// code may write; where that folder cannot be written, a start is slower and nothing else. It must be known before the
// first import.
enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/node'));
const { serve } = await import('./serve.ts');
await serve();
flushCompileCache();
