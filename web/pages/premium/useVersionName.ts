import { optionLabel } from '../../fields/choice/options.ts';
import { useLabel } from '../../fields/language.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { VERSIONS } from './kinds.ts';
import { isFormal, type Version } from './versions.ts';

/** Returns a function with the number of a version, followed by its status if it is not formal. */
export function useVersionName(): (version: Version) => string {
  const label = useLabel();
  const { entity } = useEntity(VERSIONS);
  return (version) =>
    isFormal(version)
      ? version.no
      : `${version.no} · ${label(optionLabel(fieldOf(entity, 'versionStatus'), version.status))}`;
}
