import type { Entity, Model } from '../../model/entity.ts';
import { KERNEL_FIELDS } from '../../language/kernelFields.ts';
import { didYouMean } from '../../compile/nearest.ts';
import type { Problem } from '../../compile/problem.ts';
import { fieldsOf, headingOf, type Line, type Requirement, REQUIREMENTS } from './requirements.ts';
import { canHaveSpec, type SchemaElement, elementName, elementsOf } from './schemaElements.ts';

/** Where the lines stand, as seen from the folder of the schemas. */
const FILE = '../../generator/emit/dictionary/requirements.json';

/**
 * What is wrong between the lines of the specification and the words of the schemas: a line that nothing carries, that
 * names a word that is not there or one that does not say so itself, a list of fields with one that is not there, and a
 * word that names a heading of which no line names it.
 */
export function traceProblems(
  { entities }: Pick<Model, 'entities'>,
  requirements: readonly Requirement[] = REQUIREMENTS,
): Problem[] {
  const words = new Map(
    Object.values(entities)
      .flatMap(elementsOf)
      .map((word) => [elementName(word), word]),
  );
  return [
    ...requirements.flatMap((heading) =>
      heading.lines.flatMap((line) =>
        lineProblems(line, heading, requirements, words, entities).map((message) => ({
          file: FILE,
          path: `${heading.section} ${heading.topic}, “${line.text}”`,
          message,
        })),
      ),
    ),
    ...[...words.values()].flatMap((word) =>
      unnamed(word, requirements, words).map((message) => ({ file: word.entity.file, path: '', message })),
    ),
  ];
}

function lineProblems(
  line: Line,
  heading: Requirement,
  requirements: readonly Requirement[],
  words: ReadonlyMap<string, SchemaElement>,
  entities: Readonly<Record<string, Entity>>,
): string[] {
  const { by = [], code, later } = line;
  if (by.length === 0 && !code && !later) return ['nothing carries it: give it "by", "code" or "later"'];
  if (later && (by.length > 0 || code)) return ['something carries it, and yet it is not in this release'];
  const silent = (word: SchemaElement): boolean =>
    canHaveSpec(word) && !word.spec.some((reference) => headingOf(requirements, reference) === heading);
  return [
    ...by.flatMap((name) => {
      const word = words.get(name);
      if (!word) return [`"${name}" is no word of the schemas${didYouMean(name, words.keys())}`];
      return silent(word) ? [`"${name}" has no "x-spec" of ${heading.section} ${heading.topic}`] : [];
    }),
    ...(line.fields
      ? listProblems(
          line,
          by.flatMap((name) => entities[name] ?? []),
        )
      : []),
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
 * Headings that a word names without being named by any line of theirs; an entity as a whole stands for all in it, and
 * a kind repeats what it extends.
 */
function unnamed(
  word: SchemaElement,
  requirements: readonly Requirement[],
  words: ReadonlyMap<string, SchemaElement>,
): string[] {
  const { entity, part, spec } = word;
  if (part === undefined || (entity.extends !== undefined && words.has(`${entity.extends} ${part}`))) return [];
  const headings = new Set(spec.flatMap((reference) => headingOf(requirements, reference) ?? []));
  return [...headings]
    .filter(({ lines }) => !lines.some((line) => names(line, entity.name, part)))
    .map(({ section, topic }) => `"${elementName(word)}" names ${section} ${topic}, of which no line names it`);
}

const names = (line: Line, entity: string, part: string): boolean =>
  (line.by ?? []).includes(`${entity} ${part}`) ||
  (line.fields !== undefined &&
    (line.by ?? []).includes(entity) &&
    fieldsOf(line).some(({ fields }) => fields.includes(part)));
