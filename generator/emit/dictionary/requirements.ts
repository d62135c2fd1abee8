import { readFileSync } from 'node:fs';
import type { Label } from '../../model/field.ts';

/**
 * One thing that the specification asks for, in its own words, and what carries it: words of the schemas, the product
 * itself, or nothing yet.
 */
export interface Line {
  text: string;
  /**
   * the words of the schemas: an entity, or an entity and something in it: `company`, `company companyCde`, `company
   * x-unique company-code`
   */
  by?: string[];
  /** the part of the product that carries it where no word of a schema does, or does not alone */
  code?: Label;
  /** nothing carries it in this release */
  later?: true;
  /**
   * the line is a list of fields of the entities in `by`: those that it calls otherwise, by what it calls them; the
   * rest are called as there
   */
  fields?: Record<string, string[]>;
}

/**
 * What the specification asks for under one heading of its entities, states and validation rules (§3 to §5 of both
 * parts), line by line.
 */
export interface Requirement {
  section: string;
  topic: string;
  lines: Line[];
}

/** Every line of §3 to §5 of both parts, in the specification's order: joined, they are its text. */
export const REQUIREMENTS = JSON.parse(
  readFileSync(new URL('requirements.json', import.meta.url), 'utf8'),
) as Requirement[];

/**
 * What an `x-spec` of §3 to §5 names, and the heading of that name, or the first that begins with it; undefined for a
 * reference to anything else.
 */
export function headingOf<R extends Requirement>(requirements: readonly R[], reference: string): R | undefined {
  const [, section, topic = ''] = /^([12]§\d+)\s*([^(]*?)\s*(?:\(.*\))?$/.exec(reference) ?? [];
  if (section === undefined || topic === '') return undefined;
  const own = requirements.filter((one) => one.section === section);
  const asked = topic.toLowerCase();
  return (
    own.find((one) => one.topic.toLowerCase() === asked) ??
    own.find((one) => one.topic.toLowerCase().startsWith(`${asked} `))
  );
}

/** The fields that a list of fields names, each as the list calls it and as the schemas do. */
export function fieldsOf({ text, fields = {} }: Line): { said: string; fields: string[] }[] {
  const list = text.replace(/^[^,(]*(?:: | adds )/, '').replace(/[.;]$/, '');
  return list
    .split(/,\s*(?![^(]*\))/)
    .map((item) => item.replace(/^and /, ''))
    .map((said) => ({ said, fields: fields[said] ?? [said.replace(/\s*\(.*\)$/, '')] }));
}
