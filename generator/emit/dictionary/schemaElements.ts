import type { Entity } from '../../model/entity.ts';
import { KEYWORDS } from '../../keywords/keywords.ts';
import { describeRules } from './describe.ts';

/**
 * An element of a schema that can implement a line of the specification: an entity, or its field, rule, machine or
 * action.
 */
export interface SchemaElement {
  entity: Entity;
  /** field, or keyword and id: `companyCde`, `x-unique company-code`; absent for the entity itself */
  part?: string;
  spec: readonly string[];
}

/** Keywords that take no `x-spec`. */
const WITHOUT_SPEC: readonly string[] = KEYWORDS.filter(({ takesSpec }) => takesSpec === false).map(({ word }) => word);

/** Whether an element can have an `x-spec`. */
export const canHaveSpec = ({ part }: SchemaElement): boolean =>
  part === undefined || !WITHOUT_SPEC.includes(part.split(' ')[0]!);

/** The name of an element in `requirements.json`: `company x-unique company-code`. */
export const elementName = ({ entity: { name }, part }: SchemaElement): string =>
  part === undefined ? name : `${name} ${part}`;

/** All elements of an entity: the entity, its fields, rules, machines and actions. */
export function elementsOf(entity: Entity): SchemaElement[] {
  return [
    { entity, spec: entity.spec },
    ...entity.fields.map(({ name, spec }) => ({ entity, part: name, spec })),
    ...describeRules(entity).map(({ word, id, spec }) => ({ entity, part: `${word} ${id}`, spec })),
    ...entity.machines.map(({ field, spec }) => ({ entity, part: `x-machine ${field}`, spec })),
    ...entity.actions.map(({ name, spec }) => ({ entity, part: `x-action ${name}`, spec })),
  ];
}

/**
 * Finds an element by name. If the model lacks its entity but has subtypes of it, finds their elements of that name.
 * The name of a body (`x-include`) finds the elements of the entities that include it.
 */
export function findElements(
  elements: ReadonlyMap<string, SchemaElement>,
  entities: Readonly<Record<string, Entity>>,
  name: string,
): SchemaElement[] {
  const found = elements.get(name);
  if (found) return [found];
  const [owner, ...part] = name.split(' ');
  if (entities[owner!]) return [];
  return Object.values(entities)
    .filter(({ extends: base, includes = [] }) => base === owner || includes.includes(owner!))
    .flatMap((entity) => elements.get([entity.name, ...part].join(' ')) ?? []);
}
