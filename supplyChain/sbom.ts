import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { licenceOf } from './licences.ts';

interface Component {
  name: string;
  group?: string;
  licenses?: { license: { id: string } }[];
}

/** The used part of a CycloneDX document. */
export interface Sbom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component };
  components: (Component & { version: string; hashes?: unknown[] })[];
}

const NPM = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--offline'];
const MAX_OUTPUT = 64 * 1024 * 1024;

/**
 * Creates the software bill of materials from the lock file with `npm sbom`, without network access.
 *
 * Corrects two errors of npm: it names the product after its folder, and it misses licences that a package only states
 * in a file.
 */
export async function createSbom(project: string): Promise<Sbom> {
  const { stdout } = await promisify(execFile)('npm', NPM, { cwd: project, maxBuffer: MAX_OUTPUT });
  const sbom = JSON.parse(stdout) as Sbom;
  sbom.metadata.component.name = 'bordereau';
  for (const component of sbom.components) {
    const licence = component.licenses === undefined ? licenceOf(component) : undefined;
    if (licence !== undefined) component.licenses = [{ license: { id: licence } }];
  }
  return sbom;
}
