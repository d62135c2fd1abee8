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

/** The nonce of the page's own style elements stands in its meta tag in place of this. */
const NONCE = '__CSP_NONCE__';
/** The language of readers who chose none (`DEFAULT_LANGUAGE`) stands in a meta tag in place of this. */
const LANGUAGE = '__DEFAULT_LANGUAGE__';

/** What belongs to the API: an address there that is not there is no page of the client. */
const API = /^\/(api|account|resource|model|health)(\/|$)/;

/** The built web client: its files under names made of their content, and its one page for every other address. */
export function webRoutes({ webRoot, config }: Pick<Services, 'webRoot' | 'config'>): Hono<Environment> {
  const app = new Hono<Environment>();
  if (webRoot === undefined) return app;
  const page = readFileSync(join(webRoot, 'index.html'), 'utf8').replaceAll(LANGUAGE, config.defaultLanguage);
  const files = builtFiles(webRoot);
  return app.all('*', (http) => {
    if (API.test(http.req.path) || !['GET', 'HEAD'].includes(http.req.method)) return http.notFound();
    const path = decoded(http.req.path);
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

/** A file of the built client, and whether it is there zipped too. */
interface BuiltFile {
  file: string;
  zipped: boolean;
}

/** Every file that may be asked for, by its address. They are listed once: a build that is served never changes. */
function builtFiles(webRoot: string): ReadonlyMap<string, BuiltFile> {
  const found = readdirSync(webRoot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(webRoot, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  const all = new Set(found);
  return new Map(
    found
      .filter((path) => path !== '/index.html' && !path.endsWith('.gz'))
      .map((path) => [path, { file: join(webRoot, path), zipped: all.has(`${path}.gz`) }]),
  );
}

/** The path without its percent signs; as it stands where they say no text. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Scripts from here alone and none by text; styles from here or with the page's nonce. Frames and what plugs into them
 * show nothing but bytes that a script of ours holds (`blob:`): a PDF is previewed so, and Chrome asks `object-src` for
 * its own viewer.
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

/**
 * A page that is served as it stands, such as the one for who has not logged in: it has no script and no style but
 * files of ours.
 */
const STATIC_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function sendFile(http: Http, { file, zipped }: BuiltFile, path: string): Promise<Response> {
  const useZipped = zipped && http.req.header('accept-encoding')?.includes('gzip') === true;
  // somebody may have built anew beside the running server
  const handle = await open(useZipped ? `${file}.gz` : file).catch(() => {
    throw notFound();
  });
  const lasting = path.startsWith('/assets/');
  return http.body(Readable.toWeb(handle.createReadStream()) as ReadableStream, 200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(extname(file) === '.html' ? { 'content-security-policy': STATIC_PAGE_POLICY } : {}),
    ...(useZipped ? { 'content-encoding': 'gzip' } : {}),
    vary: 'accept-encoding',
  });
}
