import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { licenceOf } from './licences.ts';

interface Component {
  name: string;
  group?: string;
  licenses?: { license: { id: string } }[];
}

/** A CycloneDX document, as far as it is changed here. */
export interface Sbom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component };
  components: (Component & { version: string; hashes?: unknown[] })[];
}

const NPM = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--offline'];
const MAX_OUTPUT = 64 * 1024 * 1024;

/**
 * The software bill of materials of a project, which npm makes of its lock file without a network.
 *
 * npm calls the product by its folder, and knows no licence that a package states in its files only; both are put
 * right.
 */
export async function makeSbom(project: string): Promise<Sbom> {
  const { stdout } = await promisify(execFile)('npm', NPM, { cwd: project, maxBuffer: MAX_OUTPUT });
  const sbom = JSON.parse(stdout) as Sbom;
  sbom.metadata.component.name = 'bordereau';
  for (const component of sbom.components) {
    const licence = component.licenses === undefined ? licenceOf(component) : undefined;
    if (licence !== undefined) component.licenses = [{ license: { id: licence } }];
  }
  return sbom;
}
