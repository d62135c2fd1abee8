import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server's address while the screens are developed with `npx vite web`. */
const server = process.env['BORDEREAU_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
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
  },
});
