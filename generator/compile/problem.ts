/** A problem in a schema file, as shown to the author. */
export interface Problem {
  /** file, relative to its schemas folder */
  file: string;
  /** JSON pointer into the file; empty for the file as a whole */
  path: string;
  message: string;
  /** place for an editor: the file relative to the working directory, and the line */
  place?: string;
}

/** All problems of a set of schemas, thrown together so that an author can fix all of them. */
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
export const stepsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Appends one key to a JSON pointer. */
export const pointer = (path: string, key: string | number): string =>
  `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
