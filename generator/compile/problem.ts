/** A problem in a schema file, for its author. */
export interface Problem {
  /** file, relative to its schemas folder */
  file: string;
  /** JSON pointer into the file; empty for the file as a whole */
  path: string;
  message: string;
  /** file relative to the working folder, and line: editors can open it */
  place?: string;
}

/** All problems of a set of schemas, so that an author sees them together. */
export class SchemaProblems extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(
      `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the schemas\n${problems.map(problemLine).join('\n')}`,
    );
    this.name = 'SchemaProblems';
    this.problems = problems;
  }
}

/** `schemas/master/company.json:38 /properties/companyCde: …` */
export const problemLine = ({ file, path, message, place }: Problem): string =>
  `  ${place ?? file}${path ? ` ${path}` : ''}: ${message}`;

/** The keys of a JSON pointer, from the top. */
export const keysOfPointer = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Appends one key to a JSON pointer. */
export const appendKey = (path: string, key: string | number): string =>
  `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
