import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import { readableFields } from '../read/projection.ts';
import type { EntityRuntime } from '../registry.ts';
import { hiddenFields, permit } from '../rights.ts';
import type { Row } from '../write/body.ts';

/** How one person likes one list to look; what is absent is as the schema says (screens.md, "Lists"). */
export interface ListSettings {
  /** the shown columns in their order */
  columns?: string[];
  /** in CSS pixels, by column */
  widths?: Record<string, number>;
  pageSize?: number;
  /** all search fields are shown */
  unfolded?: boolean;
}

const WIDTH = { least: 40, most: 2000 };
const LARGEST_PAGE = 1000;
const ILL_FORMED = 'MSG_generic_0060';

/**
 * What the caller chose for a list; columns that went meanwhile, or that the role may not see, are left out. @throws
 * Refusal (403)
 */
export async function readSettings(kernel: Kernel, runtime: EntityRuntime, context: Context): Promise<ListSettings> {
  permit(kernel, runtime, 'query', context);
  const { rows } = await context.db.query({
    text: 'select content from kernel.list_settings where "by" = $1 and entity = $2',
    values: [context.user.userCde, runtime.entity.name],
  });
  const { columns, widths, ...rest } = (rows[0] as { content: ListSettings } | undefined)?.content ?? {};
  const known = listedNames(runtime, context);
  const shown = columns?.filter((name) => known.has(name));
  return {
    ...rest,
    ...(shown && shown.length > 0 ? { columns: shown } : {}),
    ...(widths ? { widths: Object.fromEntries(Object.entries(widths).filter(([name]) => known.has(name))) } : {}),
  };
}

/**
 * Keeps some of the caller's choices for a list; null takes one back. @throws Refusal (403), or (400) for what is no
 * such choice
 */
export async function changeSettings(
  kernel: Kernel,
  runtime: EntityRuntime,
  given: Row,
  context: Context,
): Promise<ListSettings> {
  permit(kernel, runtime, 'query', context);
  const known = listedNames(runtime, context);
  const violations = Object.entries(given).flatMap(([name, value]) => faultOf(name, value, known) ?? []);
  if (violations.length > 0) throw refuseFields(violations);
  await context.db.query({
    text: `insert into kernel.list_settings as s ("by", entity, content) values ($1, $2, jsonb_strip_nulls($3::jsonb))
      on conflict ("by", entity) do update set content = jsonb_strip_nulls(s.content || $3::jsonb)`,
    values: [context.user.userCde, runtime.entity.name, JSON.stringify(given)],
  });
  return readSettings(kernel, runtime, context);
}

/** What a list may show to the caller. */
const listedNames = (runtime: EntityRuntime, { user }: Context): Set<string> =>
  new Set(readableFields(runtime.entity, true, hiddenFields(runtime, user)).map(({ name }) => name));

/** Each choice that there is, and whether a value can be it. */
const CHOICES: { [Name in keyof ListSettings]-?: (value: unknown, known: ReadonlySet<string>) => boolean } = {
  columns: (value, known) =>
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((name) => known.has(name as string)),
  widths: (value, known) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, width]) => known.has(name) && isWhole(width, WIDTH.least, WIDTH.most)),
  pageSize: (value) => isWhole(value, 1, LARGEST_PAGE),
  unfolded: (value) => typeof value === 'boolean',
};

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

function faultOf(name: string, value: unknown, known: ReadonlySet<string>): Violation | undefined {
  if (!Object.hasOwn(CHOICES, name)) return { field: name, key: MESSAGE.unknownField, params: { name } };
  if (value === null || CHOICES[name as keyof ListSettings](value, known)) return undefined;
  return { field: name, key: ILL_FORMED, params: { name } };
}
