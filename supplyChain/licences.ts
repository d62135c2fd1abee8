import type { LockedPackage } from './lockedPackages.ts';

/**
 * Allowed licences: permissive ones, and two that only concern changes of the package itself (MPL-2.0 for files,
 * OFL-1.1 for fonts). This product changes no package.
 */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Zlib',
]);

/** Licences of packages that state them in a file instead of `license` in `package.json`. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

/** SPDX expression of a package's licence; undefined: unknown. */
export const licenceOf = ({ name, license }: Pick<LockedPackage, 'name' | 'license'>): string | undefined =>
  license ?? STATED_ELSEWHERE[name];

/** Whether an SPDX expression is allowed: every part of an AND, at least one part of an OR. */
export function isAllowed(expression: string | undefined): boolean {
  if (expression === undefined) return false;
  const plain = expression.replaceAll(/[()]/g, ' ').trim();
  return plain
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((id) => ALLOWED_LICENCES.has(id.trim())));
}
