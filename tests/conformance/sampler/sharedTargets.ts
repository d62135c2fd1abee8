import type { Entity } from '../../../generator/model/entity.ts';
import type { Link } from '../sample.ts';
import { oneOf, type Random } from '../values.ts';

/** How often two references of a row have the same target, where possible. */
const SHARED_TARGETS = 0.2;

/**
 * The links; sometimes two of them get the same target, as a rule may compare them.
 *
 * @param linked the targets that must remain, by field
 */
export function withSharedTarget(
  entity: Entity,
  links: readonly Link[],
  linked: Readonly<Record<string, unknown>>,
  random: Random,
): readonly Link[] {
  if (random() > SHARED_TARGETS) return links;
  const references = links.flatMap((link) => {
    const ref = entity.parents.some(({ via }) => via === link.field)
      ? undefined
      : entity.fields.find(({ name }) => name === link.field)?.ref;
    return ref ? [{ link, to: `${ref.entity} ${ref.by} ${ref.where}` }] : [];
  });
  const pairs = references.flatMap((one) =>
    references
      .filter((other) => other !== one && other.to === one.to && !(one.link.field in linked))
      .map((other) => [one.link, other.link] as const),
  );
  if (pairs.length === 0) return links;
  // prefer pairs that a rule compares with `in`
  const comparedPairs = pairs.filter(([one, other]) =>
    entity.rules.some(({ assert }) => assert.includes(`self.${one.field} in self.${other.field}`)),
  );
  const [changed, like] = oneOf(random, comparedPairs.length > 0 && random() < SHARED_TARGETS ? comparedPairs : pairs);
  return links.map((link) => (link === changed ? { ...link, targets: like.targets } : link));
}
