import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Address of the server behind `npx vite web`. */
const SERVER = process.env['BORDEREAU_URL'] ?? 'http://localhost:3000';

/** Writes a `.gz` beside each script and style, which the server sends to browsers that accept it. */
const gzipAssets = (): Plugin => ({
  name: 'gzip-assets',
  apply: 'build',
  async writeBundle({ dir }) {
    const assets = join(dir!, 'assets');
    const names = (await readdir(assets)).filter((name) => /\.(?:js|css)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const file = join(assets, name);
        await writeFile(`${file}.gz`, await promisify(gzip)(await readFile(file), { level: 9 }));
      }),
    );
  },
});

/**
 * Replaces the tree in antd's table filters (`filterMode: 'tree'`) by a stub. No list uses it, but every list would
 * load its scripts.
 */
const withoutFilterTree = (): Plugin => {
  const stub = '\0no-filter-tree';
  return {
    name: 'without-filter-tree',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../../../tree' && importer?.endsWith('/antd/es/table/hooks/useFilter/FilterDropdown.js')
        ? stub
        : undefined,
    load: (id) => (id === stub ? 'export default () => null;' : undefined),
  };
};

/**
 * Packages that Refine imports for functions which are never called, as patterns. They do not say that their modules
 * have no side effects, so they would be loaded. A package that is called one day is loaded in spite of this list.
 */
const NEVER_CALLED = [
  'papaparse',
  'pluralize',
  'error-stack-parser',
  'stackframe',
  'react-markdown',
  'remark-[^/]+',
  'mdast-[^/]+',
  'micromark[^/]*',
  'unified',
  'vfile',
];

export default defineConfig({
  plugins: [react(), withoutFilterTree(), gzipAssets()],
  // The server replaces this by a fresh nonce for each page, so that antd's style elements pass the
  // Content-Security-Policy.
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    proxy: Object.fromEntries(['/api', '/account', '/calendar', '/resource', '/model'].map((path) => [path, SERVER])),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The policy allows scripts and styles from our own origin only, so no file is inlined as `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rollupOptions: {
      treeshake: {
        moduleSideEffects: [{ test: new RegExp(`node_modules/(?:${NEVER_CALLED.join('|')})/`), sideEffects: false }],
      },
    },
  },
});
