import { optionLabel } from '../../fields/choice/options.ts';
import { useLabel } from '../../fields/language.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { VERSIONS } from './kinds.ts';
import { isFormal, type Version } from './versions.ts';

/**
 * Returns a function that names a version: status, text and number. A formal version has no status. The status is
 * first, because long names are cut off at the end.
 */
export function useVersionName(): (text: string, version: Version) => string {
  const label = useLabel();
  const { entity } = useEntity(VERSIONS);
  return (text, version) => {
    const status = isFormal(version)
      ? ''
      : `${label(optionLabel(fieldOf(entity, 'versionStatus'), version.status))} · `;
    return `${status}${text} · ${version.no}`;
  };
}
