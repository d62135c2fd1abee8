/** A package that `npm ci` may install, as `package-lock.json` records it. */
export interface LockedPackage {
  /** path, such as `node_modules/hono` */
  path: string;
  name: string;
  version: string;
  /** SPDX expression; absent: the package has no `license` in its `package.json` */
  license?: string;
  integrity?: string;
  /** address of the download; absent: the configured npm registry */
  resolved?: string;
  /** needed for development only */
  dev: boolean;
  hasInstallScript: boolean;
}

/** The used part of `package-lock.json`. */
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

/** Lists all packages of the lock file except the product itself, sorted by name and version. */
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
