import type { Entity, Model } from '../../model/entity.ts';
import { KERNEL_FIELDS } from '../../language/kernelFields.ts';
import { didYouMean } from '../../compile/nearest.ts';
import type { SchemaProblem } from '../../compile/problem.ts';
import { fieldsOf, headingOf, type Line, type Requirement, REQUIREMENTS } from './requirements.ts';
import { canHaveSpec, type SchemaElement, elementName, elementsOf, findElements } from './schemaElements.ts';

/** File with the lines of the specification, relative to the schemas folder. */
const FILE = 'requirements.json';

/** Data to compare: the lines of the specification, and the elements of the schemas by name. */
interface Compared {
  requirements: readonly Requirement[];
  elements: ReadonlyMap<string, SchemaElement>;
  entities: Readonly<Record<string, Entity>>;
}

/**
 * Compares the lines of the specification with the `x-spec` of schema elements. It reports
 *
 * - a line without an implementation;
 * - a line that names an unknown element, or an element whose `x-spec` does not name the heading of the line;
 * - a list of fields with an unknown field;
 * - an element whose `x-spec` names a heading, while no line under that heading names the element.
 */
export function traceProblems(
  { entities }: Pick<Model, 'entities'>,
  requirements: readonly Requirement[] = REQUIREMENTS,
): SchemaProblem[] {
  const all = Object.values(entities).flatMap(elementsOf);
  const elements = new Map(all.map((element) => [elementName(element), element]));
  const compared: Compared = { requirements, elements, entities };
  return [
    ...requirements.flatMap((heading) =>
      heading.lines.flatMap((line) =>
        lineProblems(line, heading, compared).map((message) => ({
          file: FILE,
          path: `${heading.section} ${heading.topic}, “${line.text}”`,
          message,
        })),
      ),
    ),
    ...[...elements.values()].flatMap((element) =>
      elementProblems(element, compared).map((message) => ({ file: element.entity.file, path: '', message })),
    ),
  ];
}

function lineProblems(line: Line, heading: Requirement, { requirements, elements, entities }: Compared): string[] {
  const { by = [], code, later } = line;
  if (by.length === 0 && !code && !later) return ['nothing implements it: add "by", "code" or "later"'];
  if (later && (by.length > 0 || code)) return ['it has "later", and so cannot have "by" or "code"'];
  const lacksSpec = (element: SchemaElement): boolean =>
    canHaveSpec(element) && !element.spec.some((reference) => headingOf(requirements, reference) === heading);
  const owners = by.flatMap((name) => ownersNamed(name, entities));
  return [
    ...by.flatMap((name) => {
      const found = findElements(elements, entities, name);
      if (found.length === 0) return [`"${name}" is not an element of the schemas${didYouMean(name, elements.keys())}`];
      return found.some(lacksSpec) ? [`"${name}" has no "x-spec" of ${heading.section} ${heading.topic}`] : [];
    }),
    ...(line.fields ? listProblems(line, owners) : []),
  ];
}

/** The entity of a name, or the entities that include the body of that name. */
const ownersNamed = (name: string, entities: Compared['entities']): Entity[] =>
  entities[name] ? [entities[name]] : Object.values(entities).filter(({ includes = [] }) => includes.includes(name));

function listProblems(line: Line, owners: readonly Entity[]): string[] {
  const known = new Set([...KERNEL_FIELDS, ...owners.flatMap(({ fields }) => fields)].map(({ name }) => name));
  const listed = fieldsOf(line);
  const ownerNames = owners.map(({ name }) => name).join(', ');
  return [
    ...listed.flatMap(({ said, fields }) =>
      fields
        .filter((field) => !known.has(field))
        .map((field) => `"${said}": no field "${field}" in ${ownerNames}${didYouMean(field, known)}`),
    ),
    ...Object.keys(line.fields ?? {})
      .filter((said) => !listed.some((one) => one.said === said))
      .map((said) => `"${said}" is not in the list`),
  ];
}

/**
 * Reports headings in the `x-spec` of an element without a line that names the element. Entities are not checked,
 * because a line can name their elements instead; nor are the inherited elements of a subtype.
 */
function elementProblems(element: SchemaElement, { requirements, elements }: Compared): string[] {
  const { entity, part, spec } = element;
  if (part === undefined || (entity.extends !== undefined && elements.has(`${entity.extends} ${part}`))) return [];
  const headings = new Set(spec.flatMap((reference) => headingOf(requirements, reference) ?? []));
  return [...headings]
    .filter(({ lines }) => !lines.some((line) => namesOf(entity).some((name) => namesElement(line, name, part))))
    .map(
      ({ section, topic }) =>
        `the "x-spec" of "${elementName(element)}" is ${section} ${topic}, but no line there names the element`,
    );
}

const namesOf = ({ name, includes = [] }: Entity): string[] => [name, ...includes];

const namesElement = (line: Line, entity: string, part: string): boolean =>
  (line.by ?? []).includes(`${entity} ${part}`) ||
  (line.fields !== undefined &&
    (line.by ?? []).includes(entity) &&
    fieldsOf(line).some(({ fields }) => fields.includes(part)));
