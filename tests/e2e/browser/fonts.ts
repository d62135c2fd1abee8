import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sfntFromWoff } from '../../../server/pdf/woff.ts';

/** The packages to take fonts from, and which of their files. */
const sources = [
  { name: '@fontsource/inter', files: /^inter-[a-z-]+-(?:400|500|600|700)-normal\.woff$/ },
  // Frequent characters in every weight that the screens use; the rare ones, split in numbered files, in regular only.
  {
    name: '@fontsource/noto-sans-sc',
    files: /^noto-sans-sc-(?:(?:chinese-simplified|latin|latin-ext)-(?:400|500|600|700)|\d+-400)-normal\.woff$/,
  },
];

/** Writes Latin and Chinese fonts as files that fontconfig reads into `folder`. */
export async function writeFonts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, files } of sources) {
    const from = join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), 'files');
    for (const file of await readdir(from)) {
      if (files.test(file))
        await writeFile(join(folder, file.replace(/woff$/, 'ttf')), sfntFromWoff(await readFile(join(from, file))));
    }
  }
}

/** The generic families that a screen uses when none of its fonts is installed. */
const generic = ['sans-serif', 'system-ui', 'serif', 'monospace'];

/**
 * A fontconfig file by which the fonts of `folder` are the only ones, so that a picture looks the same on every
 * machine.
 */
export const fontConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
  ${generic.map((family) => `<alias><family>${family}</family><prefer><family>Inter</family><family>Noto Sans SC</family></prefer></alias>`).join('\n  ')}
</fontconfig>
`;
