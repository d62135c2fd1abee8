import type { Entity } from '../../model/entity.ts';
import { KEYWORDS } from '../../keywords/keywords.ts';
import { describeRules } from './describe.ts';

/**
 * A word of a schema that may carry something the specification asks for: an entity, or a field, rule, life or action
 * of it.
 */
export interface SchemaElement {
  entity: Entity;
  /** `companyCde`, `x-unique company-code`; absent for the entity as a whole */
  part?: string;
  spec: readonly string[];
}

/** Keywords that take no `x-spec`. */
const WITHOUT_SPEC: readonly string[] = KEYWORDS.filter(({ takesSpec }) => takesSpec === false).map(({ word }) => word);

/** Whether a word may say itself where its requirement stands. */
export const canHaveSpec = ({ part }: SchemaElement): boolean =>
  part === undefined || !WITHOUT_SPEC.includes(part.split(' ')[0]!);

/** What a word is called: `company x-unique company-code`. */
export const elementName = ({ entity: { name }, part }: SchemaElement): string =>
  part === undefined ? name : `${name} ${part}`;

/** Every word of an entity: itself, its fields, rules, lives and actions. */
export function elementsOf(entity: Entity): SchemaElement[] {
  return [
    { entity, spec: entity.spec },
    ...entity.fields.map(({ name, spec }) => ({ entity, part: name, spec })),
    ...describeRules(entity).map(({ word, id, spec }) => ({ entity, part: `${word} ${id}`, spec })),
    ...entity.machines.map(({ field, spec }) => ({ entity, part: `x-machine ${field}`, spec })),
    ...entity.actions.map(({ name, spec }) => ({ entity, part: `x-action ${name}`, spec })),
  ];
}

/** What stands behind a name: the word, or, where only kinds of its entity are known, theirs. */
export function findElements(
  words: ReadonlyMap<string, SchemaElement>,
  entities: Readonly<Record<string, Entity>>,
  name: string,
): SchemaElement[] {
  const found = words.get(name);
  if (found) return [found];
  const [owner, ...part] = name.split(' ');
  if (entities[owner!]) return [];
  return Object.values(entities)
    .filter((kind) => kind.extends === owner)
    .flatMap((kind) => words.get([kind.name, ...part].join(' ')) ?? []);
}
