import type { Entity, Model } from '../../model/entity.ts';
import type { Label } from '../../model/field.ts';
import { fieldsOf, headingOf, type Line, type Requirement, REQUIREMENTS } from './requirements.ts';
import { findElements, type SchemaElement, elementName, elementsOf } from './schemaElements.ts';

/** A schema element that implements a line: an entity, or an element of it. */
export interface Carrier {
  entity: string;
  label: Label;
  /** the keyword or the field: `x-order visit-period`, `vslCde`; absent for the entity as a whole */
  part?: string;
}

/** Assumptions about an element that implements a line, from its `x-spec`; an empty text for one without explanation. */
export interface Assumption extends Carrier {
  says: string[];
}

/** A line of the specification with its implementation. */
export interface TracedLine extends Pick<Line, 'text' | 'code' | 'later'> {
  carriers: Carrier[];
  /** schema elements implement it, even if `carriers` is empty because the reader may see none of them */
  byWords: boolean;
  /** for a list of fields, those with other names in the schemas */
  renamed: { said: string; fields: string[] }[];
  assumed: Assumption[];
}

/** A heading of the specification with its lines. */
export interface TracedRequirement {
  section: string;
  topic: string;
  lines: TracedLine[];
}

/** The specification with its implementation in the schemas. */
export interface Trace {
  requirements: TracedRequirement[];
  /** elements that implement other sections, the design or an assumption, by the text of their `x-spec` */
  others: { reference: string; carriers: Carrier[] }[];
}

/** Finds the elements of a model that implement each line of the specification's §3 to §5. */
export function trace(
  { entities }: Pick<Model, 'entities'>,
  requirements: readonly Requirement[] = REQUIREMENTS,
): Trace {
  const all = Object.values(entities).flatMap(elementsOf);
  const words = new Map(all.map((word) => [elementName(word), word]));
  const others = new Map<string, Carrier[]>();
  for (const word of all) {
    for (const reference of word.spec)
      if (!headingOf(requirements, reference))
        others.set(reference, [...(others.get(reference) ?? []), carrierOf(word)]);
  }
  return {
    requirements: requirements.map(({ section, topic, lines }) => ({
      section,
      topic,
      lines: lines.map((line) => tracedLine(line, words, entities)),
    })),
    others: [...others]
      .map(([reference, carriers]) => ({ reference, carriers }))
      .sort((a, b) => a.reference.localeCompare(b.reference)),
  };
}

function tracedLine(
  line: Line,
  words: ReadonlyMap<string, SchemaElement>,
  entities: Readonly<Record<string, Entity>>,
): TracedLine {
  const { text, by = [], code, later } = line;
  const find = (name: string): SchemaElement[] => findElements(words, entities, name);
  const named = by.flatMap(find);
  const listed = line.fields ? fieldsOf(line) : [];
  const owners = by.filter((name) => !name.includes(' '));
  const about = new Set([
    ...named,
    ...listed.flatMap(({ fields }) => fields).flatMap((field) => owners.flatMap((owner) => find(`${owner} ${field}`))),
  ]);
  return {
    text,
    byWords: by.length > 0,
    carriers: named.map(carrierOf),
    assumed: [...about].flatMap(assumptionOf),
    renamed: listed.filter(({ said, fields }) => fields.join() !== said.replace(/\s*\(.*\)$/, '')),
    ...(code ? { code } : {}),
    ...(later ? { later } : {}),
  };
}

const carrierOf = ({ entity: { name, label }, part }: SchemaElement): Carrier => ({
  entity: name,
  label,
  ...(part === undefined ? {} : { part }),
});

function assumptionOf(word: SchemaElement): Assumption[] {
  const says = word.spec
    .filter((reference) => reference.includes('(assumed'))
    .map((reference) => reference.replace(/^\(assumed\) ?/, ''));
  return says.length > 0 ? [{ ...carrierOf(word), says }] : [];
}
