import type { Entity } from '../../../generator/model/entity.ts';
import { type Row, textOf } from '../../fields/types.ts';

/** Whether two versions belong to the same series: all keys are equal but the last, which is the version number. */
export const isSameSeries = ({ version }: Entity, a: Row, b: Row): boolean =>
  version!.keys.slice(0, -1).every((key) => a[key] === b[key]);

/**
 * The latest version of an earlier series, such as of the year before: one with a smaller last key before the number. A
 * version in a final state has precedence over a draft.
 *
 * @param versions the versions of all series, the latest first
 */
export function earlierVersion({ version, machines }: Entity, versions: readonly Row[], row: Row): Row | undefined {
  const key = version!.keys.slice(0, -1).findLast((name) => !version!.keeps.includes(name));
  if (key === undefined) return undefined;
  const valueOf = (one: Row): string => textOf(one[key]);
  const earlier = versions.filter((one) => valueOf(one) < valueOf(row));
  const last = earlier.map(valueOf).toSorted().at(-1);
  const ofLast = earlier.filter((one) => valueOf(one) === last);
  const isFinal = (one: Row): boolean =>
    machines.some(({ field, states }) => states.some(({ code, final }) => final && one[field] === code));
  return ofLast.find(isFinal) ?? ofLast[0];
}

/**
 * The fields of a child that are taken over from a version of another series: its basic fields that users enter,
 * without the fields that a copy to another series resets. None if a copy to another series omits the rows
 * (`x-version.copy.within`).
 */
export function takenOverFields({ version }: Entity, child: Entity): string[] {
  const copy = version?.copy.find(({ entity }) => entity === child.name);
  if (!copy || copy.within.some((key) => !version!.keeps.includes(key))) return [];
  const resets = new Set([...Object.values(copy.resets).flat(), ...version!.keys, copy.via]);
  const basic = new Set(copy.basic);
  return child.fields
    .filter(
      ({ name, readOnly, state, compute }) => basic.has(name) && !resets.has(name) && !readOnly && !state && !compute,
    )
    .map(({ name }) => name);
}

/**
 * The version before another one: the latest of the same series that was created earlier.
 *
 * @param versions the versions, the latest first
 */
export function previousVersion(entity: Entity, versions: readonly Row[], row: Row): Row | undefined {
  const own = versions.findIndex(({ id }) => String(id) === String(row['id']));
  return own < 0 ? undefined : versions.slice(own + 1).find((one) => isSameSeries(entity, one, row));
}
