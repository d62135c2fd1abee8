import { literal, quote } from '../../../generator/language/sqlText.ts';
import type { Related } from '../../../generator/model/related.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { entityNamed } from '../kernel.ts';
import { may } from '../rights.ts';
import type { Values } from '../statement.ts';
import { accessFilter, ownChildFilter } from './access.ts';

/** If one change affects more children of a grid than this (`x-child.grid`), it becomes one line. */
const MAX_SINGLE_LINES = 10;

/** A source of audit lines. */
export interface LineSource {
  runtime: EntityRuntime;
  /** true for children and related records, false for the record itself */
  isPart: boolean;
  /** Prints the query of the lines. */
  lines: (values: Values) => string;
}

/** Columns of an audit line, except its changes. */
const LINE_COLUMNS = 'a.entity, a."entityId", a.id, a.at, a."by", a.action';

/** The source of the lines of a row itself. */
export const ofRow = (runtime: EntityRuntime, id: string): LineSource => ({
  runtime,
  isPart: false,
  lines: (values) =>
    `select ${LINE_COLUMNS}, 1 as parts from kernel.audit a where a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = ${values.bind(id)}`,
});

/** The sources of lines of the children of a row, including deleted ones. */
export const childSources = (
  kernel: Kernel,
  { entity }: EntityRuntime,
  row: Record<string, unknown>,
  context: Context,
): LineSource[] =>
  entity.children.map(({ entity: name, via, grid }) => {
    const runtime = entityNamed(kernel, name);
    const from = (values: Values): string =>
      `${quote(runtime.entity.table)} t join kernel.audit a on a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = t.id where t.${quote(via)} = ${values.bind(row[runtime.fields.get(via)!.ref!.by])}${ownChildFilter({ kernel, context, values }, runtime)}`;
    const each = (values: Values): string => `select ${LINE_COLUMNS}, 1 as parts from ${from(values)}`;
    // lines of one transaction have the same time
    const summarised = (
      values: Values,
    ): string => `select ${LINE_COLUMNS}, case when a.parts > ${MAX_SINGLE_LINES} then a.parts else 1 end as parts
    from (select ${LINE_COLUMNS}, count(*) over one as parts, row_number() over (one order by a.id desc) as place from ${from(values)} window one as (partition by a.at, a."by", a.action)) a
    where a.parts <= ${MAX_SINGLE_LINES} or a.place = 1`;
    return { runtime, isPart: true, lines: grid ? summarised : each };
  });

/** The sources of lines of visible related records, including deleted ones. */
export function relatedSources(
  kernel: Kernel,
  { entity, names }: EntityRuntime,
  row: Record<string, unknown>,
  context: Context,
): LineSource[] {
  return (entity.related ?? []).flatMap((related) => {
    const runtime = entityNamed(kernel, related.entity);
    if (!may(kernel, runtime, 'query', context)) return [];
    const lines = (values: Values): string => {
      const seen = accessFilter({ kernel, context, values }, runtime);
      return (
        `select ${LINE_COLUMNS}, 1 as parts from ${quote(runtime.entity.table)} t join kernel.audit a on a.entity = any(${values.bind(runtime.names)}::text[]) and a."entityId" = t.id` +
        ` where ${aboutRow(runtime, related, { names, row }, values)}${seen === '' ? '' : ` and (${seen})`}`
      );
    };
    return [{ runtime, isPart: true, lines }];
  });
}

/** Condition that a row `t` is related to a record. */
function aboutRow(
  { entity: { tasks, messages }, fields }: EntityRuntime,
  { via }: Related,
  { names, row }: { names: readonly string[]; row: Record<string, unknown> },
  values: Values,
): string {
  if (via !== undefined) {
    const field = fields.get(via)!;
    const value = values.bind(row[field.ref!.by]);
    return field.kind === 'multiRef' ? `t.${quote(via)} @> to_jsonb(${value}::text)` : `t.${quote(via)} = ${value}`;
  }
  const [named, id] = tasks ? [tasks.entity, tasks.record] : [messages!.entity, messages!.id];
  return `t.${quote(named)} in (${names.map(literal).join(', ')}) and t.${quote(id)} = ${values.bind(String(row['id']))}`;
}

/** Selects the sources of the entities in `of`. @throws Refusal (400) for an entity without lines */
export function selectSources(about: LineSource[], of: readonly string[] | undefined): LineSource[] {
  if (!of) return about;
  const unknown = of.find((name) => !about.some(({ runtime }) => runtime.entity.name === name));
  if (unknown !== undefined)
    throw refuseFields([{ field: 'of', key: 'MSG_generic_0013', params: { name: `of=${unknown}` } }]);
  return about.filter(({ runtime }) => of.includes(runtime.entity.name));
}
