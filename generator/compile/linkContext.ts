import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Report } from './report.ts';
import type { Raw } from './source.ts';

export type At = readonly (string | number)[];

/** Functions and data that a keyword needs to check the names in it. */
export interface LinkContext {
  model: Model;
  /** entities whose files could not be read: nothing is reported about them */
  unread: ReadonlySet<string>;
  /** the whole file */
  raw: Raw;
  report: Report;
  /** Reports a name that is no field of the entity. */
  field(name: string, at: At): void;
  fields(names: readonly string[], at: At): void;
}

export function linkContext(
  entity: Entity,
  { model, unread, raw, report }: Pick<LinkContext, 'model' | 'unread' | 'raw' | 'report'>,
): LinkContext {
  const known = [...entity.fields, ...KERNEL_FIELDS].map(({ name }) => name);
  const field = (name: string, at: At) => {
    if (!known.includes(name)) report.unknown(at, 'field', name, known);
  };
  const fields = (names: readonly string[], at: At) => names.forEach((name, index) => field(name, [...at, index]));
  return { model, unread, raw, report, field, fields };
}

/** Returns a function that finds a field of an entity or of the kernel by name and reports a missing one. */
export const fieldsOf =
  (entity: Entity, report: Report) =>
  (name: string, at: readonly string[]): Field | undefined => {
    const own = [...entity.fields, ...KERNEL_FIELDS];
    const found = own.find((one) => one.name === name);
    if (!found)
      report.unknown(
        at,
        `field of ${entity.name}`,
        name,
        own.map((one) => one.name),
      );
    return found;
  };

/** Like `fieldsOf` without kernel fields. @param what name in the report, such as `field of crane` */
export const ownFieldsOf =
  ({ fields }: Pick<Entity, 'fields'>, report: Report, what = 'field') =>
  (name: string, at: At): Field | undefined => {
    const found = fields.find((one) => one.name === name);
    if (!found)
      report.unknown(
        at,
        what,
        name,
        fields.map((one) => one.name),
      );
    return found;
  };

/** Reports codes that are no options of a field. */
export function optionsOf(
  { name, fields }: Entity,
  field: string,
  codes: readonly string[],
  report: Report,
  at: readonly string[],
): void {
  const options = fields.find((one) => one.name === field)?.options?.map(({ code }) => code);
  for (const code of codes)
    if (options && !options.includes(code)) report.unknown(at, `option of ${name}.${field}`, code, options);
}

/** Operations on a row other than editing and deleting it. */
export const actionsOf = ({ machines, actions }: Entity): string[] => [
  ...machines.flatMap((machine) => machine.transitions.map(({ action }) => action)),
  ...actions.filter(({ on }) => on === 'row').map(({ name }) => name),
];
