/** A problem in a schema file, for its author. */
export interface SchemaProblem {
  /** file, relative to its schemas folder */
  file: string;
  /** JSON pointer into the file; empty for the file itself */
  path: string;
  message: string;
  /** `<file>:<line>`, relative to the working folder, which editors can open */
  place?: string;
}

/** Thrown with all problems of the schemas, so that an author sees them at once. */
export class SchemaProblems extends Error {
  readonly problems: readonly SchemaProblem[];

  constructor(problems: readonly SchemaProblem[]) {
    super(
      `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the schemas\n${problems.map(problemLine).join('\n')}`,
    );
    this.name = 'SchemaProblems';
    this.problems = problems;
  }
}

/** Prints a problem: `schemas/master/company.json:38 /properties/companyCde: …`. */
export const problemLine = ({ file, path, message, place }: SchemaProblem): string =>
  `  ${place ?? file}${path ? ` ${path}` : ''}: ${message}`;

/** The keys of a JSON pointer, outermost first. */
export const keysOfPointer = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Appends one key to a JSON pointer. */
export const appendKey = (path: string, key: string | number): string =>
  `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
