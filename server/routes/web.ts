import { Hono } from 'hono';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Environment, Http } from './environment.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.html': 'text/html; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=UTF-8',
  '.webmanifest': 'application/manifest+json',
};

/** Placeholder in a meta tag of the page for the nonce of its own style elements. */
const NONCE = '__CSP_NONCE__';
/** Placeholder in a meta tag of the page for the language of readers who chose none (`DEFAULT_LANGUAGE`). */
const LANGUAGE = '__DEFAULT_LANGUAGE__';

/** Paths of the API. An unknown path below them is an error and not a page of the web client. */
const API = /^\/(api|account|resource|model|health)(\/|$)/;

/** The built web client: its files, and `index.html` for every other path without a file extension. */
export function webRoutes({ webRoot, config }: Pick<Services, 'webRoot' | 'config'>): Hono<Environment> {
  const app = new Hono<Environment>();
  if (webRoot === undefined) return app;
  const page = readFileSync(join(webRoot, 'index.html'), 'utf8').replaceAll(LANGUAGE, config.defaultLanguage);
  const files = builtFiles(webRoot);
  return app.all('*', (http) => {
    if (API.test(http.req.path) || !['GET', 'HEAD'].includes(http.req.method)) return http.notFound();
    const path = decodePath(http.req.path);
    const file = files.get(path);
    if (file) return sendFile(http, file, path);
    if (extname(path) !== '') throw notFound();
    const nonce = randomBytes(16).toString('base64');
    return http.body(page.replaceAll(NONCE, nonce), 200, {
      'content-type': TYPES['.html']!,
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(nonce),
    });
  });
}

/** A file of the built client. */
interface BuiltFile {
  file: string;
  /** a compressed copy exists as `{file}.gz` */
  zipped: boolean;
}

/** Path → file of the client. Listed once, because the build does not change while the server runs. */
function builtFiles(webRoot: string): ReadonlyMap<string, BuiltFile> {
  const paths = readdirSync(webRoot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(webRoot, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  const all = new Set(paths);
  return new Map(
    paths
      .filter((path) => path !== '/index.html' && !path.endsWith('.gz'))
      .map((path) => [path, { file: join(webRoot, path), zipped: all.has(`${path}.gz`) }]),
  );
}

/** Decodes a path; returns it unchanged if its percent-encoding is invalid. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Policy of the page: scripts only from files of this server, styles also from elements with the nonce. Frames and
 * objects show only `blob:` URLs, with which a PDF is previewed; Chrome applies `object-src` to its PDF viewer.
 */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src blob:',
    'object-src blob:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Policy of static pages, which have no scripts, and styles only from files of this server. */
const STATIC_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function sendFile(http: Http, { file, zipped }: BuiltFile, path: string): Promise<Response> {
  const useZipped = zipped && http.req.header('accept-encoding')?.includes('gzip') === true;
  // the file may be missing after a new build beside the running server
  const handle = await open(useZipped ? `${file}.gz` : file).catch(() => {
    throw notFound();
  });
  const isImmutable = path.startsWith('/assets/');
  return http.body(Readable.toWeb(handle.createReadStream()) as ReadableStream, 200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(extname(file) === '.html' ? { 'content-security-policy': STATIC_PAGE_POLICY } : {}),
    ...(useZipped ? { 'content-encoding': 'gzip' } : {}),
    vary: 'accept-encoding',
  });
}
