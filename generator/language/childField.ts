/** A field of a submitted child, as `Violation.field` names it. */
export interface ChildField {
  /** the entity of the child */
  child: string;
  /** place of the child in the submitted list, from 0 */
  index: number;
  /** field of the child; its own children are named in the same way */
  field: string;
}

/** Prints a field of a child for `Violation.field`: `policy-stage[0].calcFrom`. */
export const printChildField = ({ child, index, field }: ChildField): string => `${child}[${index}].${field}`;

/** Parses a `Violation.field`; undefined if it is no field of a child. */
export function parseChildField(text: string): ChildField | undefined {
  const [, child, index, field] = /^([\w-]+)\[(\d+)\]\.(.+)$/.exec(text) ?? [];
  if (child === undefined || index === undefined || field === undefined) return undefined;
  return { child, index: Number(index), field };
}
