import { withoutAbsent } from '../../../generator/compile/field.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Covering } from '../readByRules.ts';
import type { Link, Sample } from '../sample.ts';
import { withSharedTarget } from './sharedTargets.ts';
import type { Random } from '../values.ts';
import { TRIES_WITH_ALL } from './tries.ts';

/** How often a field equals that of the parent if a rule requires it. */
export const LIKE_PARENT = 0.9;

/** What decides to which of their targets the links of a candidate are. */
interface Choice {
  /** the targets that must remain, by field */
  linked: Readonly<Record<string, Sample>>;
  /** the child of the parent that a lookup must find */
  covering: Covering | undefined;
  /** the number of earlier candidates */
  attempt: number;
}

/** The links of a candidate, each to one of its targets. */
export const chooseTargets = (
  entity: Entity,
  links: readonly Link[],
  { linked, covering, attempt }: Choice,
  random: Random,
): Link[] =>
  withSharedTarget(entity, links, linked, random).map((link) => {
    const target = covering?.targets.get(link.field);
    return target ? { ...link, targets: [target] } : linkFor(link, attempt, random);
  });

/**
 * The link for an attempt: to the target that permits the caller to change the row, in later attempts usually to the
 * target that a rule requires.
 */
function linkFor(link: Link, attempt: number, random: Random): Link {
  if (link.permitting && attempt < TRIES_WITH_ALL)
    return { ...link, targets: [link.permitting], ...withoutAbsent({ other: link.targets[0] }) };
  return link.required && random() < LIKE_PARENT ? { ...link, targets: [link.required] } : link;
}
