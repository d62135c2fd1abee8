/** A package that `npm ci` may install, as `package-lock.json` records it. */
export interface LockedPackage {
  /** its place, `node_modules/hono` */
  path: string;
  name: string;
  version: string;
  /** SPDX expression; undefined where the package does not say one in the usual way */
  license?: string;
  integrity?: string;
  /** where it was loaded from; absent: the registry that npm is set to */
  resolved?: string;
  /** needed for work on the product only */
  dev: boolean;
  hasInstallScript: boolean;
}

/** `package-lock.json`, as far as it matters here. */
export interface LockFile {
  packages: Record<string, LockEntry>;
}

interface LockEntry {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

/** Every package of the lock file except the product itself, by name and version. */
export function lockedPackages({ packages }: LockFile): LockedPackage[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version = '', license, integrity, resolved, dev = false, hasInstallScript = false }]) => ({
      path,
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      dev,
      hasInstallScript,
      ...(license === undefined ? {} : { license }),
      ...(integrity === undefined ? {} : { integrity }),
      ...(resolved === undefined ? {} : { resolved }),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
}
