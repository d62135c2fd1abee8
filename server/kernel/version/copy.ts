import { titlesOf } from '../../../generator/language/title.ts';
import type { Field } from '../../../generator/model/field.ts';
import { isBasic } from '../../../generator/language/basicField.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Version, VersionCopy } from '../../../generator/model/version.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { Effect, EntityRuntime, Kernel } from '../core.ts';
import { mayHaveChildren } from '../childCondition.ts';
import type { Row } from '../row.ts';
import { entityNamed } from '../kernel.ts';
import { linkOf } from '../read/children.ts';
import { canWriteAsSet } from '../keywords/setWrites.ts';
import { createMany } from '../write/many/saveMany.ts';
import { overridable, nullsForResults } from '../write/compute.ts';
import { lookUp } from '../write/lookups.ts';
import { RefusedRows } from '../write/many/refusedRows.ts';
import { createRow } from '../write/save.ts';
import { copiedKeys } from './copiedKeys.ts';
import { liveRows } from './rows.ts';

/**
 * Creates a version from another one (`x-version`, 1§3 "Version creation"). `versionOnly` copies only the version
 * record, `withDetail` also all rows, and `withBasicInfo` the rows without amounts and rates. States get their initial
 * values. Formulas are computed again, except for values that a user overwrote. If a row is refused, nothing is copied.
 *
 * @throws Refusal 409 if two versions would have the same keys, 400 without rows to copy or for violations of the new
 *   version or its rows
 */
export const copyVersion: Effect = async (kernel, { runtime, row: source, input, acceptWarnings }, context) => {
  const version = runtime.entity.version!;
  const { copyMode, ...values } = input;
  const isSkipped = ({ within }: VersionCopy): boolean =>
    within.some((name) => values[name] !== undefined && values[name] !== source[name]);
  const mayHaveRows = (copy: VersionCopy): boolean => mayHaveChildren(runtime, copy.entity, { ...source, ...values });
  const copies = version.copy.filter((copy) => !isSkipped(copy) && mayHaveRows(copy));
  const children = copyMode === 'versionOnly' ? [] : await childrenToCopy(kernel, copies, source, context);
  const count = children.reduce((total, { rows }) => total + rows.length, 0);
  if (copyMode !== 'versionOnly' && count === 0)
    throw refuseFields([{ field: 'copyMode', key: 'MSG_generic_0162', params: {} }]);
  const head = copiedHead(runtime, version, source);
  const created = await createRow(kernel, { runtime, input: { ...head, ...values, acceptWarnings } }, context);
  const parent = created.row;
  const refused = new RefusedRows(context, { field: 'copyMode', key: 'MSG_generic_0163' });
  const basicOnly = copyMode === 'withBasicInfo';
  for (const child of children)
    await copyRows(kernel, child, { version: runtime.entity, source, parent, basicOnly, refused }, context);
  refused.throwAny();
  const title = titlesOf(runtime.entity, parent);
  return {
    made: { entity: runtime.entity.name, id: created.id },
    message: { key: count === 0 ? 'MSG_generic_0164' : 'MSG_generic_0165', params: { title, count } },
  };
};

/** Fields of the version record that are copied. Users enter other fields in the dialog, or the server sets them. */
function copiedHead({ entity }: EntityRuntime, { keys, keeps, asks }: Version, source: Row): Row {
  const inDialog = new Set([...keys.filter((name) => !keeps.includes(name)), ...asks]);
  return Object.fromEntries(
    entity.fields
      .filter((field) => isCopied(field) && !inDialog.has(field.name) && source[field.name] != null)
      .map(({ name }) => [name, source[name]]),
  );
}

/** Rows of one child entity to copy. */
interface ChildCopy {
  childRuntime: EntityRuntime;
  copy: VersionCopy;
  rows: Row[];
}

/** Source, target and options of a copy. */
interface CopyRun {
  version: Entity;
  source: Row;
  /** the new version */
  parent: Row;
  /** omits amounts and rates */
  basicOnly: boolean;
  /** collects the rows that cannot be written */
  refused: RefusedRows;
}

async function childrenToCopy(
  kernel: Kernel,
  copies: readonly VersionCopy[],
  source: Row,
  context: Context,
): Promise<ChildCopy[]> {
  const children: ChildCopy[] = [];
  for (const copy of copies) {
    const childRuntime = entityNamed(kernel, copy.entity);
    const link = linkOf(childRuntime, copy, source);
    children.push({ childRuntime, copy, rows: await liveRows(kernel, childRuntime, { via: copy.via, link }, context) });
  }
  return children;
}

/** Whether a copy has the field: users can enter it, and it is not a file, which belongs to one row only. */
const isCopied = ({ readOnly, state, number, compute, writeOnly, kind }: Field): boolean =>
  !readOnly &&
  !state &&
  number === undefined &&
  !writeOnly &&
  (compute === undefined || compute.overridable) &&
  kind !== 'file' &&
  kind !== 'files';

/** Writes the rows of one child entity in the new version. */
async function copyRows(kernel: Kernel, child: ChildCopy, run: CopyRun, context: Context): Promise<void> {
  const { childRuntime, copy, rows } = child;
  const { parent, refused } = run;
  const bodies = await bodiesOf(kernel, child, run, context);
  const link = { [copy.via]: linkOf(childRuntime, copy, parent) };
  if (!canWriteAsSet(kernel, childRuntime, 'createWithParent', 'create')) {
    await copyOneByOne(kernel, child, { ...run, bodies, link }, context);
    return;
  }
  await createMany(
    kernel,
    childRuntime,
    {
      rows: bodies.map((body) => ({ ...body, ...link })),
      options: { acceptWarnings: true, action: 'create', parent },
      onRefused: (index, refusal) => refused.add(childRuntime, rows[index]!, refusal),
    },
    context,
  );
}

/** The copied fields of each row. Fields that repeat a key of the version get the value of the new version. */
async function bodiesOf(
  kernel: Kernel,
  { childRuntime, copy, rows }: ChildCopy,
  { version, source, parent, basicOnly }: CopyRun,
  context: Context,
): Promise<Row[]> {
  const reset = new Set(
    Object.entries(copy.resets).flatMap(([key, names]) => (source[key] === parent[key] ? [] : names)),
  );
  const names = childRuntime.entity.fields
    .filter(
      (field) =>
        isCopied(field) &&
        field.name !== copy.via &&
        !reset.has(field.name) &&
        (!basicOnly || copy.basic!.includes(field.name)),
    )
    .map(({ name }) => name);
  const keyValues = Object.fromEntries(
    copiedKeys(version, childRuntime.entity)
      .filter((name) => childRuntime.fields.get(name)!.compute === undefined && !reset.has(name))
      .map((name) => [name, parent[name]]),
  );
  const entered = await asEntered(kernel, childRuntime, { rows, parent: source }, context);
  return entered.map((row): Row => ({
    ...Object.fromEntries(names.filter((name) => row[name] != null).map((name) => [name, row[name]])),
    ...keyValues,
  }));
}

/** Creates the rows one by one through the save path, each with its children. */
async function copyOneByOne(
  kernel: Kernel,
  { childRuntime, rows }: ChildCopy,
  { bodies, link, basicOnly, refused }: CopyRun & { bodies: readonly Row[]; link: Row },
  context: Context,
): Promise<void> {
  for (const [index, body] of bodies.entries()) {
    try {
      const children = await childrenBelow(kernel, childRuntime, { row: rows[index]!, basicOnly }, context);
      const input = { ...body, ...children, acceptWarnings: true };
      await createRow(kernel, { runtime: childRuntime, input, system: { values: link, isAuthorized: true } }, context);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.add(childRuntime, rows[index]!, error);
      // after an error of the database the transaction cannot run further statements
      if (error.byDatabase || refused.isFull) refused.throwAny();
    }
  }
}

/**
 * The rows without the results of overridable formulas, which are computed again. Values that a user entered instead
 * are kept.
 */
async function asEntered(
  kernel: Kernel,
  childRuntime: EntityRuntime,
  { rows, parent }: { rows: readonly Row[]; parent: Row },
  context: Context,
): Promise<Row[]> {
  const names = overridable(childRuntime);
  if (names.length === 0) return [...rows];
  const found = await lookUp(kernel, childRuntime, { rows, parent }, context);
  const places = await kernel.currencies.places();
  return rows.map((row, index) => ({
    ...row,
    ...nullsForResults(childRuntime, row, names, {
      mode: 'update',
      today: context.today,
      user: userBinding(context),
      parent,
      places,
      lookups: found[index]!,
    }),
  }));
}

/** The copied children of a row, in the form of a request body. */
async function childrenBelow(
  kernel: Kernel,
  { entity }: EntityRuntime,
  { row, basicOnly }: { row: Row; basicOnly: boolean },
  context: Context,
): Promise<Record<string, Row[]>> {
  const children: Record<string, Row[]> = {};
  for (const { entity: name, via, readOnly } of entity.children) {
    if (readOnly) continue;
    const childRuntime = entityNamed(kernel, name);
    const copied = childRuntime.entity.fields.filter(
      (field) => isCopied(field) && field.compute === undefined && field.name !== via && (!basicOnly || isBasic(field)),
    );
    const rows = await liveRows(kernel, childRuntime, { via, link: linkOf(childRuntime, { via }, row) }, context);
    children[name] = await Promise.all(
      rows.map(async (child) => ({
        ...Object.fromEntries(copied.map((field) => [field.name, child[field.name]])),
        ...(await childrenBelow(kernel, childRuntime, { row: child, basicOnly }, context)),
      })),
    );
  }
  return children;
}
