import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { KeywordRule } from '../model/rule.ts';
import type { Report } from './report.ts';
import type { Raw } from './source.ts';

/** Path of a value in a schema file. */
export type At = readonly (string | number)[];

/** Model, file and functions with which a keyword checks the names in an entity. */
export interface LinkContext {
  model: Model;
  /** names of entities that were omitted because their files are invalid; references to them are not reported */
  unread: ReadonlySet<string>;
  /** the file of the entity */
  raw: Raw;
  report: Report;
  /** All rules of an entity, whichever keyword they have. */
  rulesOf(entity: Entity): readonly KeywordRule[];
  /** Reports a name that is not a field of the entity. */
  field(name: string, at: At): void;
  /** Reports each name that is not a field of the entity, at its index. */
  fields(names: readonly string[], at: At): void;
}

/** Creates the context in which the keywords of an entity are linked. */
export function createLinkContext(
  entity: Entity,
  { model, unread, raw, report, rulesOf }: Omit<LinkContext, 'field' | 'fields'>,
): LinkContext {
  const known = [...entity.fields, ...KERNEL_FIELDS].map(({ name }) => name);
  const field = (name: string, at: At) => {
    if (!known.includes(name)) report.unknown(at, 'field', name, known);
  };
  const fields = (names: readonly string[], at: At) => names.forEach((name, index) => field(name, [...at, index]));
  return { model, unread, raw, report, rulesOf, field, fields };
}

/** Returns a function that finds a field of an entity or of the kernel by name, and reports an unknown one. */
export const fieldFinder =
  (entity: Entity, report: Report) =>
  (name: string, at: readonly string[]): Field | undefined => {
    const own = [...entity.fields, ...KERNEL_FIELDS];
    const found = own.find((field) => field.name === name);
    if (!found)
      report.unknown(
        at,
        `field of ${entity.name}`,
        name,
        own.map((field) => field.name),
      );
    return found;
  };

/**
 * Returns a function that finds a field of an entity by name, and reports an unknown one.
 *
 * @param what noun of the message, such as `field of crane`
 */
export const ownFieldFinder =
  ({ fields }: Pick<Entity, 'fields'>, report: Report, what = 'field') =>
  (name: string, at: At): Field | undefined => {
    const found = fields.find((field) => field.name === name);
    if (!found)
      report.unknown(
        at,
        what,
        name,
        fields.map((field) => field.name),
      );
    return found;
  };

/**
 * Reports codes that are not options of a field.
 *
 * @param report at the path of the codes
 */
export function checkOptionCodes(
  { name, fields }: Entity,
  field: string,
  codes: readonly string[],
  report: Report,
): void {
  const options = fields.find((candidate) => candidate.name === field)?.options?.map(({ code }) => code);
  for (const code of codes)
    if (options && !options.includes(code)) report.unknown([], `option of ${name}.${field}`, code, options);
}

/** Names of the transitions and row actions of an entity. */
export const actionsOf = ({ machines, actions }: Entity): string[] => [
  ...machines.flatMap((machine) => machine.transitions.map(({ action }) => action)),
  ...actions.filter(({ on }) => on === 'row').map(({ name }) => name),
];
