import type { Entity, Model } from '../../model/entity.ts';
import type { Label } from '../../model/field.ts';
import { fieldsOf, headingOf, type Line, type Requirement, REQUIREMENTS } from './requirements.ts';
import { findElements, type SchemaElement, elementName, elementsOf } from './schemaElements.ts';

/** A schema element that implements a line: an entity, or an element of one. The API calls these `carriers`. */
export interface Carrier {
  entity: string;
  label: Label;
  /** field, or keyword and id: `vslCde`, `x-order visit-period`; absent for the entity itself */
  part?: string;
}

/** A schema element whose `x-spec` states assumptions. */
export interface Assumption extends Carrier {
  /** texts of the assumptions; empty for an assumption without a text */
  says: string[];
}

/** A line of the specification with its implementation. */
export interface TracedLine extends Pick<Line, 'text' | 'code' | 'later'> {
  carriers: Carrier[];
  /** whether schema elements implement it; `carriers` contains only those that the reader may see */
  byWords: boolean;
  /** for a list of fields: fields with other names in the schemas; `said` is the name in the specification */
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
  /** elements whose `x-spec` refers to other sections, the design or an assumption, by the text of the reference */
  others: { reference: string; carriers: Carrier[] }[];
}

/** Finds the elements of a model that implement each line of the specification's §3 to §5. */
export function trace(
  { entities }: Pick<Model, 'entities'>,
  requirements: readonly Requirement[] = REQUIREMENTS,
): Trace {
  const all = Object.values(entities).flatMap(elementsOf);
  const elements = new Map(all.map((element) => [elementName(element), element]));
  const others = new Map<string, Carrier[]>();
  for (const element of all) {
    for (const reference of element.spec)
      if (!headingOf(requirements, reference))
        others.set(reference, [...(others.get(reference) ?? []), carrierOf(element)]);
  }
  return {
    requirements: requirements.map(({ section, topic, lines }) => ({
      section,
      topic,
      lines: lines.map((line) => tracedLine(line, elements, entities)),
    })),
    others: [...others]
      .map(([reference, carriers]) => ({ reference, carriers }))
      .sort((a, b) => a.reference.localeCompare(b.reference)),
  };
}

function tracedLine(
  line: Line,
  elements: ReadonlyMap<string, SchemaElement>,
  entities: Readonly<Record<string, Entity>>,
): TracedLine {
  const { text, by = [], code, later } = line;
  const find = (name: string): SchemaElement[] => findElements(elements, entities, name);
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

function assumptionOf(element: SchemaElement): Assumption[] {
  const says = element.spec
    .filter((reference) => reference.includes('(assumed'))
    .map((reference) => reference.replace(/^\(assumed\) ?/, ''));
  return says.length > 0 ? [{ ...carrierOf(element), says }] : [];
}
