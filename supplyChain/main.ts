/**
 * `npm run sbom`: writes the bill of materials (CycloneDX) to sbom.cdx.json and the list of licences to THIRD-PARTY.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockedPackages, type LockFile } from './lockedPackages.ts';
import { createSbom } from './sbom.ts';
import { printThirdParty } from './thirdParty.ts';

const project = resolve(import.meta.dirname, '..');
const packages = lockedPackages(JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8')) as LockFile);
await writeFile(join(project, 'THIRD-PARTY.md'), printThirdParty(packages));
await writeFile(join(project, 'sbom.cdx.json'), `${JSON.stringify(await createSbom(project), null, 2)}\n`);
console.log(`wrote THIRD-PARTY.md and sbom.cdx.json: ${packages.length} packages`);
