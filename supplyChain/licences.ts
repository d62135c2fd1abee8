import type { LockedPackage } from './lockedPackages.ts';

/**
 * Licences under which packages may be used: permissive ones, and two that bind changes of the package alone
 * (MPL-2.0 of files, OFL-1.1 of fonts), of which none is made here.
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

/** Licences that a package states in its files, but not as its `license`. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
};

/** The SPDX expression of a package's licence; undefined where it is unknown. */
export const licenceOf = ({ name, license }: Pick<LockedPackage, 'name' | 'license'>): string | undefined =>
  license ?? STATED_ELSEWHERE[name];

/** Whether an SPDX expression is allowed: each part of an AND, one part of an OR. */
export function isAllowed(expression: string | undefined): boolean {
  if (expression === undefined) return false;
  const plain = expression.replaceAll(/[()]/g, ' ').trim();
  return plain
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((id) => ALLOWED_LICENCES.has(id.trim())));
}
