import type { Entity, Model } from '../../model/entity.ts';
import { KERNEL_FIELDS } from '../../language/kernelFields.ts';
import { didYouMean } from '../../compile/nearest.ts';
import type { Problem } from '../../compile/problem.ts';
import { fieldsOf, headingOf, type Line, type Requirement, REQUIREMENTS } from './requirements.ts';
import { canHaveSpec, type SchemaElement, elementName, elementsOf } from './schemaElements.ts';

/** The file with the lines, relative to the schemas folder. */
const FILE = '../../generator/emit/dictionary/requirements.json';

/** The compared data: the lines of the specification, and the elements of the schemas by name. */
interface Compared {
  requirements: readonly Requirement[];
  elements: ReadonlyMap<string, SchemaElement>;
  entities: Readonly<Record<string, Entity>>;
}

/**
 * Compares the lines of the specification with the `x-spec` of schema elements. It reports
 *
 * - a line that nothing implements, or that names an unknown element or one without an `x-spec` of the same heading;
 * - a list of fields with an unknown field;
 * - an element whose `x-spec` names a heading of which no line names the element.
 */
export function traceProblems(
  { entities }: Pick<Model, 'entities'>,
  requirements: readonly Requirement[] = REQUIREMENTS,
): Problem[] {
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
  if (by.length === 0 && !code && !later) return ['nothing carries it: give it "by", "code" or "later"'];
  if (later && (by.length > 0 || code)) return ['something carries it, and yet it is not in this release'];
  const lacksSpec = (element: SchemaElement): boolean =>
    canHaveSpec(element) && !element.spec.some((reference) => headingOf(requirements, reference) === heading);
  const owners = by.flatMap((name) => entities[name] ?? []);
  return [
    ...by.flatMap((name) => {
      const element = elements.get(name);
      if (!element) return [`"${name}" is no word of the schemas${didYouMean(name, elements.keys())}`];
      return lacksSpec(element) ? [`"${name}" has no "x-spec" of ${heading.section} ${heading.topic}`] : [];
    }),
    ...(line.fields ? listProblems(line, owners) : []),
  ];
}

function listProblems(line: Line, owners: readonly Entity[]): string[] {
  const known = new Set([...KERNEL_FIELDS, ...owners.flatMap(({ fields }) => fields)].map(({ name }) => name));
  const listed = fieldsOf(line);
  const where = owners.map(({ name }) => name).join(', ');
  return [
    ...listed.flatMap(({ said, fields }) =>
      fields
        .filter((field) => !known.has(field))
        .map((field) => `"${said}": no field "${field}" in ${where}${didYouMean(field, known)}`),
    ),
    ...Object.keys(line.fields ?? {})
      .filter((said) => !listed.some((one) => one.said === said))
      .map((said) => `"${said}" does not stand in the list`),
  ];
}

/**
 * Reports headings in the `x-spec` of an element of which no line names the element. An entity is not checked, because
 * it stands for all its elements; nor is an inherited element of a subtype.
 */
function elementProblems(element: SchemaElement, { requirements, elements }: Compared): string[] {
  const { entity, part, spec } = element;
  if (part === undefined || (entity.extends !== undefined && elements.has(`${entity.extends} ${part}`))) return [];
  const headings = new Set(spec.flatMap((reference) => headingOf(requirements, reference) ?? []));
  return [...headings]
    .filter(({ lines }) => !lines.some((line) => namesElement(line, entity.name, part)))
    .map(({ section, topic }) => `"${elementName(element)}" names ${section} ${topic}, of which no line names it`);
}

const namesElement = (line: Line, entity: string, part: string): boolean =>
  (line.by ?? []).includes(`${entity} ${part}`) ||
  (line.fields !== undefined &&
    (line.by ?? []).includes(entity) &&
    fieldsOf(line).some(({ fields }) => fields.includes(part)));
