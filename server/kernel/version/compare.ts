import { currencyOf } from '../../../generator/language/currency.ts';
import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import type {
  Change,
  ChildComparison,
  Comparison,
  FieldDifference,
  RowDifference,
  Total,
} from '../../../generator/language/comparison.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { VersionCopy } from '../../../generator/model/version.ts';
import { notFound, Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { mayHaveChildren } from '../childCondition.ts';
import { linkOf } from '../read/children.ts';
import type { Row } from '../row.ts';
import { visibleRow } from '../read/row.ts';
import { hiddenFields, withoutHidden } from '../rights.ts';
import { isSameValue } from '../write/isSameValue.ts';
import { pairRows, type Pair } from './pairs.ts';
import { copiedKeys } from './copiedKeys.ts';
import { liveRows } from './rows.ts';

/** Limit of rows of one child entity in a version that can be compared. */
const MAX_ROWS = 20_000;

const NUMBERS = new Set<Field['kind']>(['integer', 'decimal', 'money', 'percent', 'rate']);
const KERNEL_NAMES = new Set(KERNEL_FIELDS.map(({ name }) => name));

/**
 * Compares the rows and fields of two versions that the reader sees (`x-version`, 1§2 "calc diff").
 *
 * @param onlyDifferences omits equal rows, but counts them
 * @throws Refusal 404 if the reader does not see one of the versions, 400 without the id of the other version or for
 *   too many rows
 */
export async function compareVersions(
  kernel: Kernel,
  runtime: EntityRuntime,
  { id, other, onlyDifferences }: { id: string; other: unknown; onlyDifferences: boolean },
  context: Context,
): Promise<Comparison> {
  const { version } = runtime.entity;
  if (!version) throw notFound();
  if (typeof other !== 'string' || other === '')
    throw refuseFields([{ field: 'with', key: 'MSG_generic_0166', params: {} }]);
  const [from, to] = [
    await readVersion(kernel, runtime, id, context),
    await readVersion(kernel, runtime, other, context),
  ];
  const parts: ChildComparison[] = [];
  const mayHaveRows = (copy: VersionCopy): boolean =>
    [from, to].some((one) => mayHaveChildren(runtime, copy.entity, one));
  for (const copy of version.copy.filter(mayHaveRows)) {
    const childRuntime = entityNamed(kernel, copy.entity);
    const hidden = hiddenFields(childRuntime, context.user);
    const rows = [
      await liveRows(kernel, childRuntime, { via: copy.via, link: linkOf(childRuntime, copy, from), hidden }, context),
      await liveRows(kernel, childRuntime, { via: copy.via, link: linkOf(childRuntime, copy, to), hidden }, context),
    ] as const;
    if (rows.some(({ length }) => length > MAX_ROWS))
      throw new Refusal('invalid', 'MSG_generic_0167', { max: MAX_ROWS });
    const keys = copiedKeys(runtime.entity, childRuntime.entity);
    parts.push(
      compareChild(childRuntime, keys, {
        copy,
        pairs: pairRows(childRuntime.entity, keys, copy, { from: rows[0], to: rows[1] }),
        hidden,
        onlyDifferences,
      }),
    );
  }
  return { from, to, parts };
}

async function readVersion(kernel: Kernel, runtime: EntityRuntime, id: string, context: Context): Promise<Row> {
  return JSON.parse(
    withoutHidden(await visibleRow(kernel, runtime, id, context), hiddenFields(runtime, context.user)),
  ) as Row;
}

function compareChild(
  { entity }: EntityRuntime,
  keys: readonly string[],
  {
    copy: { via },
    pairs,
    hidden,
    onlyDifferences,
  }: { copy: VersionCopy; pairs: readonly Pair[]; hidden: ReadonlySet<string>; onlyDifferences: boolean },
): ChildComparison {
  const compared = entity.fields.filter(
    ({ name, writeOnly }) =>
      name !== via && !writeOnly && !hidden.has(name) && !KERNEL_NAMES.has(name) && !keys.includes(name),
  );
  const counts: Record<Change, number> = { added: 0, removed: 0, changed: 0, same: 0 };
  const rows: RowDifference[] = [];
  for (const { from, to } of pairs) {
    const change: Change = !from
      ? 'added'
      : !to
        ? 'removed'
        : compared.some(({ name }) => !isSameValue(from[name], to[name]))
          ? 'changed'
          : 'same';
    counts[change]++;
    if (onlyDifferences && change === 'same') continue;
    rows.push({
      title: titlesOf(entity, (to ?? from)!),
      change,
      from: idOf(from),
      to: idOf(to),
      fields: compared.flatMap((field) => fieldDifference(field, change, from, to)),
    });
  }
  const totals = compared.filter(({ kind }) => kind === 'money').flatMap((field) => totalsOf(field, pairs));
  return { entity: entity.name, counts, totals, rows };
}

const idOf = (row: Row | undefined): string | null => (row ? String(row['id']) : null);

/** The difference of a field. Amounts are listed if either row has one, other fields if they differ in both rows. */
function fieldDifference(field: Field, change: Change, from: Row | undefined, to: Row | undefined): FieldDifference[] {
  const [before, after] = [from?.[field.name] ?? null, to?.[field.name] ?? null];
  const isShown =
    field.kind === 'money' ? before !== null || after !== null : change === 'changed' && !isSameValue(before, after);
  if (!isShown) return [];
  return [
    {
      field: field.name,
      from: before,
      to: after,
      difference: NUMBERS.has(field.kind) ? differenceOf(field, before, after) : null,
    },
  ];
}

const numberOf = (value: unknown): Decimal =>
  parseDecimal(typeof value === 'number' ? String(value) : value) ?? new Decimal(0);
const placesOf = ({ kind }: Field): number => (kind === 'money' ? 2 : 0);
const differenceOf = (field: Field, from: unknown, to: unknown): string =>
  printDecimal(numberOf(to).minus(numberOf(from)), placesOf(field));

/** The sum of an amount in both versions, for each currency that its rows have. */
function totalsOf(field: Field, pairs: readonly Pair[]): Total[] {
  const sums = new Map<string, { from: Decimal; to: Decimal }>();
  for (const pair of pairs) {
    for (const side of ['from', 'to'] as const) {
      const row = pair[side];
      if (row?.[field.name] == null) continue;
      const currency = currencyOf(field, row) ?? '';
      const sum = sums.get(currency) ?? { from: new Decimal(0), to: new Decimal(0) };
      sums.set(currency, { ...sum, [side]: sum[side].plus(numberOf(row[field.name])) });
    }
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { from, to }]) => ({
      field: field.name,
      currency: currency || null,
      from: printDecimal(from, 2),
      to: printDecimal(to, 2),
      difference: printDecimal(to.minus(from), 2),
    }));
}
