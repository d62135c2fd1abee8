/** One thing wrong in a schema file: where it stands and what was expected, for the author's eyes. */
export interface Problem {
  /** file, relative to its schemas folder */
  file: string;
  /** JSON pointer into the file; empty for the file as a whole */
  path: string;
  message: string;
  /** where an editor finds it: the file from the folder in which one works, and the line */
  place?: string;
}

/** All problems of a set of schemas, thrown at once so that an author fixes them together. */
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
