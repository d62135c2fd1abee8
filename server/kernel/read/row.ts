import { quote } from '../../../generator/language/sqlText.ts';
import { notFound } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Rights } from '../roleRights.ts';
import type { Row } from '../row.ts';
import { statement, Values } from '../statement.ts';
import { hiddenFields, permit, withoutHidden } from '../rights.ts';
import { rowAsJson } from '../write/statements.ts';
import { operationStates } from '../operations/operationStates.ts';
import { hasBlockingParent } from '../operations/parents.ts';
import { accessFilter, ownChildFilter } from './access.ts';
import { isId } from './conditions.ts';
import { childTexts, linkOf } from './children.ts';
import { selectList } from './projection.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';

/** A row to read. */
export interface RowRequest {
  runtime: EntityRuntime;
  id: string;
  /** whether to omit children with many rows (`x-child.grid`), which clients read as lists */
  omitGrids?: boolean | undefined;
}

/**
 * Reads one row as JSON text: its fields, its children by entity name, and `_actions` with the state of each operation.
 *
 * @throws Refusal (404) for a missing, deleted or invisible row
 */
export async function readRow(
  kernel: Kernel,
  { runtime, id, omitGrids = false }: RowRequest,
  context: Context,
): Promise<string> {
  const json = await visibleRow(kernel, runtime, id, context);
  const seen = withoutHidden(json, hiddenFields(runtime, context.user));
  const complete =
    runtime.entity.children.length === 0
      ? seen
      : await rowWithChildren(kernel, runtime, { json: seen, omitGrids }, context);
  return withMember(
    complete,
    '_actions',
    dependsOnRow(kernel, runtime)
      ? JSON.stringify(await operationStates(kernel, JSON.parse(json) as Record<string, unknown>, runtime, context))
      : await actionsText(kernel, runtime, context),
  );
}

/** Cached statements of each entity, by access filter. */
const rowStatementsOf = cacheByObject((_runtime: EntityRuntime) => new Map<string, string>());

/** Reads a row without its children, through the access filter. @throws Refusal (404) */
export async function visibleRow(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  context: Context,
): Promise<string> {
  permit(kernel, runtime, 'query', context);
  if (!isId(id)) throw notFound();
  const values = new Values();
  values.bind(id);
  const access = accessFilter({ kernel, context, values }, runtime);
  const byAccess = rowStatementsOf(runtime);
  let text = byAccess.get(access);
  if (text === undefined)
    byAccess.set(
      access,
      (text = `select ${rowAsJson(runtime.entity)} as json from ${quote(runtime.entity.table)} t where t.id = $1 and t."delFlag" = 'N'${access === '' ? '' : ` and (${access})`}`),
    );
  const { rows } = await context.reads.query(statement(text, values.list, true));
  const found = rows[0] as { json: string } | undefined;
  if (!found) throw notFound();
  return found.json;
}

/**
 * `_actions` as JSON text for an entity whose operations depend only on the rights of the caller. It is cached for
 * these.
 */
function actionsText(kernel: Kernel, runtime: EntityRuntime, context: Context): Promise<string> {
  const texts = actionTextsOf(context.user.rights);
  const key = `${runtime.entity.name} ${context.language} ${context.intranet}`;
  let text = texts.get(key);
  if (text === undefined)
    texts.set(key, (text = operationStates(kernel, {}, runtime, context).then((actions) => JSON.stringify(actions))));
  return text;
}

const actionTextsOf = cacheByObject((_rights: Rights) => new Map<string, Promise<string>>());

/** Whether the state of operations depends on the row, and not only on rights. */
const dependsOnRow = (kernel: Kernel, runtime: EntityRuntime): boolean =>
  hasBlockingParent(kernel, runtime) || hasOwnConditions(runtime);

const hasOwnConditions = ({ entity }: EntityRuntime): boolean =>
  entity.machines.length > 0 ||
  Object.keys(entity.guards).length > 0 ||
  entity.actions.length > 0 ||
  entity.children.some(({ when }) => when !== undefined) ||
  entity.access?.edit !== undefined;

/** Adds the live children to a row's JSON text, ordered by number or else by id. */
export async function rowWithChildren(
  kernel: Kernel,
  runtime: EntityRuntime,
  { json, omitGrids = false }: { json: string; omitGrids?: boolean | undefined },
  context: Context,
): Promise<string> {
  const row = JSON.parse(json) as Row;
  const values = new Values();
  const parts = runtime.entity.children
    .filter(({ grid }) => !(omitGrids && grid))
    .map((child) => {
      const childRuntime = entityNamed(kernel, child.entity);
      return {
        runtime: childRuntime,
        via: child.via,
        selected: selectList(childRuntime.entity, false, hiddenFields(childRuntime, context.user)),
        order: orderOf(childRuntime),
        link: values.bind(linkOf(childRuntime, child, row)),
        filter: ownChildFilter({ kernel, context, values }, childRuntime),
      };
    });
  const texts = await childTexts(parts, values, context.db);
  return parts.reduce((text, { runtime: { entity } }, index) => withMember(text, entity.name, texts[index]!), json);
}

/** The order of children: by their number (a sequence, or an integer of the key), then by id. */
function orderOf({ entity, fields }: EntityRuntime): string {
  const number = entity.sequence?.field ?? entity.key.find((name) => fields.get(name)?.kind === 'integer');
  return number === undefined ? 't.id' : `t.${quote(number)}, t.id`;
}

/** Adds a member to the JSON text of a non-empty object. */
export const withMember = (object: string, name: string, value: string): string =>
  `${object.slice(0, object.lastIndexOf('}'))},${JSON.stringify(name)}:${value}}`;
