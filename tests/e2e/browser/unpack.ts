/**
 * Unpacks Chromium and the system libraries that it needs into the temporary folder that the environment names.
 *
 * A process of its own, because the package unpacks into `TMPDIR` and nowhere else. It skips the system libraries
 * outside Lambda.
 */
import chromium, { inflate } from '@sparticuz/chromium';
import { fileURLToPath } from 'node:url';

await chromium.executablePath();
await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
