import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The server's address while the screens are developed with `npx vite web`. */
const server = process.env['BORDEREAU_URL'] ?? 'http://localhost:3000';

/** Lays a `.gz` beside each script and style, which the server sends to browsers that take it. */
const zipped = (): Plugin => ({
  name: 'zipped',
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
 * antd's table can offer filters as a tree (`filterMode: 'tree'`). No list here does, and every list would bring the
 * tree's scripts.
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

export default defineConfig({
  plugins: [react(), withoutFilterTree(), zipped()],
  // The server puts a fresh nonce here for each page, so that antd's style elements pass the Content-Security-Policy.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: Object.fromEntries(['/api', '/account', '/resource', '/model'].map((path) => [path, server])) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Never inline a file as data: the policy allows scripts and styles from our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    // What they are imported for here is never called; their packages do not say that importing them does nothing.
    rollupOptions: {
      treeshake: {
        moduleSideEffects: [
          {
            test: /node_modules\/(?:papaparse|pluralize|error-stack-parser|stackframe|qs|object-inspect)\//,
            sideEffects: false,
          },
        ],
      },
    },
  },
});
