import { titlesOf } from '../../../generator/language/title.ts';
import type { Field } from '../../../generator/model/field.ts';
import { isBasic } from '../../../generator/language/basicField.ts';
import type { Version, VersionCopy } from '../../../generator/model/version.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { Effect, EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { entityNamed } from '../kernel.ts';
import { canWriteAsSet } from '../keywords/setWrites.ts';
import { createMany } from '../write/saveMany.ts';
import { overridable, withoutOwnResults } from '../write/compute.ts';
import { lookUp } from '../write/lookups.ts';
import { RefusedRows } from '../write/refusedRows.ts';
import { createRow } from '../write/save.ts';
import { liveRows } from './rows.ts';

/**
 * Makes another version of one (`x-version`, 1§3 Version creation): `versionOnly` its head, `withDetail` all its rows
 * too, `withBasicInfo` the rows without amounts and rates. States begin anew, and formulae are worked out anew, but for
 * values that somebody put in their place. All of it or none, through the save path.
 *
 * @throws Refusal 409 where two versions would have the same keys, 400 where there are no rows to copy, or what the new
 *   version or a row of it breaks
 */
export const copyVersion: Effect = async (kernel, { runtime, row: source, input, acceptWarnings }, context) => {
  const version = runtime.entity.version!;
  const { copyMode, ...asked } = input;
  const stays = ({ within }: VersionCopy): boolean =>
    within.some((name) => asked[name] !== undefined && asked[name] !== source[name]);
  const parts =
    copyMode === 'versionOnly'
      ? []
      : await partsOf(
          kernel,
          version.copy.filter((copy) => !stays(copy)),
          source,
          context,
        );
  const count = parts.reduce((total, { rows }) => total + rows.length, 0);
  if (copyMode !== 'versionOnly' && count === 0)
    throw refuseFields([{ field: 'copyMode', key: 'MSG_generic_0162', params: {} }]);
  const written = new Set([...version.keys.filter((name) => !version.keeps.includes(name)), ...version.asks]);
  const head = Object.fromEntries(
    runtime.entity.fields
      .filter((field) => isCopied(field) && !written.has(field.name) && source[field.name] != null)
      .map(({ name }) => [name, source[name]]),
  );
  const made = await createRow(kernel, { runtime, input: { ...head, ...asked, acceptWarnings } }, context);
  const whole = made.row;
  const refused = new RefusedRows(context, { field: 'copyMode', key: 'MSG_generic_0163' });
  for (const part of parts)
    await copyRows(
      kernel,
      { version, part },
      { source, parent: whole, basicOnly: copyMode === 'withBasicInfo', refused },
      context,
    );
  refused.throwAny();
  const title = titlesOf(runtime.entity, whole);
  return {
    made: { entity: runtime.entity.name, id: made.id },
    message: { key: count === 0 ? 'MSG_generic_0164' : 'MSG_generic_0165', params: { title, count } },
  };
};

interface Part {
  below: EntityRuntime;
  copy: VersionCopy;
  rows: Row[];
}

async function partsOf(kernel: Kernel, copy: readonly VersionCopy[], source: Row, context: Context): Promise<Part[]> {
  const parts: Part[] = [];
  for (const one of copy) {
    const below = entityNamed(kernel, one.entity);
    parts.push({
      below,
      copy: one,
      rows: await liveRows(kernel, below, { via: one.via, link: source[below.fields.get(one.via)!.ref!.by] }, context),
    });
  }
  return parts;
}

/** What people enter: not what the product works out, counts, or writes of itself. Files belong to one row alone. */
const isCopied = ({ readOnly, state, number, compute, writeOnly, kind }: Field): boolean =>
  !readOnly &&
  !state &&
  number === undefined &&
  !writeOnly &&
  (compute === undefined || compute.overridable) &&
  kind !== 'file' &&
  kind !== 'files';

/** Writes the rows of one child below the new version. @param refused is told those that cannot be written */
async function copyRows(
  kernel: Kernel,
  { version: { keys }, part: { below, copy, rows } }: { version: Version; part: Part },
  { source, parent: whole, basicOnly, refused }: { source: Row; parent: Row; basicOnly: boolean; refused: RefusedRows },
  context: Context,
): Promise<void> {
  const left = new Set(Object.entries(copy.anew).flatMap(([key, names]) => (source[key] === whole[key] ? [] : names)));
  const names = below.entity.fields
    .filter(
      (field) =>
        isCopied(field) &&
        field.name !== copy.via &&
        !left.has(field.name) &&
        (!basicOnly || copy.basic!.includes(field.name)),
    )
    .map(({ name }) => name);
  // what a row says of its version is said of the new one
  const ofVersion = Object.fromEntries(
    keys.filter((name) => below.fields.has(name) && !left.has(name)).map((name) => [name, whole[name]]),
  );
  const link = { [copy.via]: whole[below.fields.get(copy.via)!.ref!.by] };
  const entered = await asEntered(kernel, below, { rows, parent: source }, context);
  const bodies = entered.map((row): Row => ({
    ...Object.fromEntries(names.filter((name) => row[name] != null).map((name) => [name, row[name]])),
    ...ofVersion,
  }));
  if (canWriteAsSet(kernel, below, 'createWithParent', 'create')) {
    await createMany(
      kernel,
      below,
      {
        rows: bodies.map((body) => ({ ...body, ...link })),
        options: { acceptWarnings: true, action: 'create', parent: whole },
        onRefused: (index, refusal) => refused.add(below, rows[index]!, refusal),
      },
      context,
    );
    return;
  }
  for (const [index, body] of bodies.entries()) {
    try {
      const parts = await partsBelow(kernel, below, { row: rows[index]!, basicOnly }, context);
      await createRow(
        kernel,
        {
          runtime: below,
          input: { ...body, ...parts, acceptWarnings: true },
          system: { values: link, isAuthorized: true },
        },
        context,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.add(below, rows[index]!, error);
      // what the database refused has ended the statements of this transaction
      if (error.byDatabase || refused.isFull) refused.throwAny();
    }
  }
}

/**
 * The rows without the values that their own formulae give: those are worked out anew, and a value that somebody put in
 * their place stays.
 */
async function asEntered(
  kernel: Kernel,
  below: EntityRuntime,
  { rows, parent }: { rows: readonly Row[]; parent: Row },
  context: Context,
): Promise<Row[]> {
  const names = overridable(below);
  if (names.length === 0) return [...rows];
  const found = await lookUp(kernel, below, { rows, parent }, context);
  const places = await kernel.currencies.places();
  return rows.map((row, index) => ({
    ...row,
    ...withoutOwnResults(below, row, names, {
      mode: 'update',
      today: context.today,
      user: userBinding(context),
      parent,
      places,
      lookups: found[index]!,
    }),
  }));
}

/** The parts of a row, as a create of it takes them along. */
async function partsBelow(
  kernel: Kernel,
  { entity }: EntityRuntime,
  { row, basicOnly }: { row: Row; basicOnly: boolean },
  context: Context,
): Promise<Record<string, Row[]>> {
  const parts: Record<string, Row[]> = {};
  for (const { entity: name, via, readOnly } of entity.children) {
    if (readOnly) continue;
    const below = entityNamed(kernel, name);
    const copied = below.entity.fields.filter(
      (field) => isCopied(field) && field.compute === undefined && field.name !== via && (!basicOnly || isBasic(field)),
    );
    const rows = await liveRows(kernel, below, { via, link: row[below.fields.get(via)!.ref!.by] }, context);
    parts[name] = await Promise.all(
      rows.map(async (part) => ({
        ...Object.fromEntries(copied.map((field) => [field.name, part[field.name]])),
        ...(await partsBelow(kernel, below, { row: part, basicOnly }, context)),
      })),
    );
  }
  return parts;
}
