import { readFileSync } from 'node:fs';
import type { Label } from '../../model/field.ts';

/**
 * A line of the specification, and what implements it: elements of the schemas, code, or nothing in this release.
 */
export interface Line {
  text: string;
  /**
   * names of the schema elements that implement it: an entity (`company`), a field (`company companyCde`) or a rule
   * (`company x-unique company-code`)
   */
  by?: string[];
  /** description of the code that implements it, alone or together with schema elements */
  code?: Label;
  /** it is not implemented in this release */
  later?: true;
  /**
   * for a line that lists fields of the entities in `by`: name in the line → names in the schemas, if they differ
   */
  fields?: Record<string, string[]>;
}

/**
 * The lines under one heading of the specification's entities, states and validation rules (§3 to §5 of both parts).
 */
export interface Requirement {
  section: string;
  topic: string;
  lines: Line[];
}

/** All lines of §3 to §5 of both parts: the complete text, in the order of the specification. */
export const REQUIREMENTS = JSON.parse(
  readFileSync(new URL('../../../schemas/requirements.json', import.meta.url), 'utf8'),
) as Requirement[];

/**
 * Finds the heading to which an `x-spec` refers: the heading with that name, else the first one that begins with it.
 * Returns undefined for a reference to another section or source.
 */
export function headingOf<R extends Requirement>(requirements: readonly R[], reference: string): R | undefined {
  const [, section, topic = ''] = /^([12]§\d+)\s*([^(]*?)\s*(?:\(.*\))?$/.exec(reference) ?? [];
  if (section === undefined || topic === '') return undefined;
  const own = requirements.filter((heading) => heading.section === section);
  const name = topic.toLowerCase();
  return (
    own.find((heading) => heading.topic.toLowerCase() === name) ??
    own.find((heading) => heading.topic.toLowerCase().startsWith(`${name} `))
  );
}

/**
 * Splits a line that lists fields. `said` is the name of a field in the line (and in the API), `fields` are its names
 * in the schemas.
 */
export function fieldsOf({ text, fields = {} }: Line): { said: string; fields: string[] }[] {
  const list = text.replace(/^[^,(]*(?:: | adds )/, '').replace(/[.;]$/, '');
  return list
    .split(/,\s*(?![^(]*\))/)
    .map((item) => item.replace(/^and /, ''))
    .map((said) => ({ said, fields: fields[said] ?? [said.replace(/\s*\(.*\)$/, '')] }));
}
