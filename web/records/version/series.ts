import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';

/** Whether two versions belong to the same series: all keys are equal but the last, which is the version number. */
export const isSameSeries = ({ version }: Entity, a: Row, b: Row): boolean =>
  version!.keys.slice(0, -1).every((key) => a[key] === b[key]);

/**
 * The version before another one: the latest of the same series that was created earlier.
 *
 * @param versions the versions, the latest first
 */
export function previousVersion(entity: Entity, versions: readonly Row[], row: Row): Row | undefined {
  const own = versions.findIndex(({ id }) => String(id) === String(row['id']));
  return own < 0 ? undefined : versions.slice(own + 1).find((one) => isSameSeries(entity, one, row));
}
