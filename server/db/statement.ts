import { createHash } from 'node:crypto';
import {
  createQueryId,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type OperationNodeSource,
  type RawBuilder,
  type RootOperationNode,
} from 'kysely';
import type { Tables } from './tables.ts';

/** A pool, or the session of an open transaction. */
interface Session {
  query(config: {
    text: string;
    values?: unknown[];
    name?: string;
  }): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

/** Builds statements from the generated types of the tables. It has no connection. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A statement of one shape, which runs with different values. */
export interface Statement<Values, Row> {
  all(session: Session, values: Values): Promise<Row[]>;
  first(session: Session, values: Values): Promise<Row | undefined>;
  /** @returns the number of rows that it found or changed */
  run(session: Session, values: Values): Promise<number>;
}

/** Makes the placeholder of the value with this name. */
export type Placeholder<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

type Source<Row> = Compilable<Row> & OperationNodeSource;

/**
 * Defines a statement that is compiled once, at its first run, and prepared once in each session.
 *
 * Constants become part of its text, so that the planner can use partial indexes such as `"delFlag" = 'N'`. Values of
 * callers go through placeholders and are always bound. The first of the two calls states the type of these values; the
 * type of the rows is inferred from the second.
 *
 * @example
 *   const nameOf = prepared<{ id: string }>()(($) =>
 *     build.selectFrom('kernel.file').select('name').where('id', '=', $('id')),
 *   );
 */
export const prepared =
  <Values extends object = Record<never, never>>() =>
  <Row>(source: ($: Placeholder<Values>) => Source<Row>): Statement<Values, Row> => {
    let compiled: Compiled | undefined;
    const query = (session: Session, values: Values): ReturnType<Session['query']> => {
      const { text, name, parameters } = (compiled ??= compile(source(placeholder)));
      return session.query({ text, name, values: parameters.map((key) => values[key as keyof Values]) });
    };
    return {
      all: async (session, values) => (await query(session, values)).rows as Row[],
      first: async (session, values) => (await query(session, values)).rows[0] as Row | undefined,
      run: async (session, values) => (await query(session, values)).rowCount ?? 0,
    };
  };

interface Compiled {
  text: string;
  name: string;
  /** the names of the values, in the order of the placeholders */
  parameters: string[];
}

/** Marks the place of a value that is bound when the statement runs. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const placeholder = <T>(name: string): RawBuilder<T> => sql<T>`${new Parameter(name)}`;

/** Prints constants as literals, and numbers the parameters: $1, $2 … */
class ShapeCompiler extends PostgresQueryCompiler {
  readonly #names: string[] = [];

  parameterNames(): string[] {
    return this.#names;
  }

  protected override appendValue(value: unknown): void {
    if (!(value instanceof Parameter)) return this.appendImmediateValue(value);
    const known = this.#names.indexOf(value.name);
    if (known < 0) this.#names.push(value.name);
    this.append(`$${known < 0 ? this.#names.length : known + 1}`);
  }
}

function compile(source: OperationNodeSource): Compiled {
  const compiler = new ShapeCompiler();
  const { sql: text } = compiler.compileQuery(source.toOperationNode() as RootOperationNode, createQueryId());
  const name = `s_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  return { text, name, parameters: compiler.parameterNames() };
}
