import type { Entity, Model } from '../../model/entity.ts';
import type { Label } from '../../model/field.ts';
import { fieldsOf, headingOf, type Line, type Requirement, REQUIREMENTS } from './requirements.ts';
import { findElements, type SchemaElement, elementName, elementsOf } from './schemaElements.ts';

/** What carries a line: an entity, or something in it. */
export interface Carrier {
  entity: string;
  label: Label;
  /** the keyword or the field: `x-order visit-period`, `vslCde`; absent for the entity as a whole */
  part?: string;
}

/**
 * What is assumed about something that carries a line, as its `x-spec` says; an empty text where it says no more than
 * that.
 */
export interface Assumption extends Carrier {
  says: string[];
}

export interface TracedLine extends Pick<Line, 'text' | 'code' | 'later'> {
  carriers: Carrier[];
  /** words of the schemas carry it, though the reader may know none of them */
  byWords: boolean;
  /** of a list of fields, those that the schemas call otherwise */
  renamed: { said: string; fields: string[] }[];
  assumed: Assumption[];
}

export interface TracedRequirement {
  section: string;
  topic: string;
  lines: TracedLine[];
}

export interface Trace {
  requirements: TracedRequirement[];
  /** what rests on other paragraphs, on the design or on an assumption of ours, by the text of its `x-spec` */
  others: { reference: string; carriers: Carrier[] }[];
}

/** What carries each line of the specification's §3 to §5, as far as `model` has it. */
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
