import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import { throwViolations } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { readableFields } from '../read/projection.ts';
import { hiddenFields, permit } from '../rights.ts';

/** A person's settings of a list; an omitted one is that of the schema. */
export interface ListSettings {
  /** the shown columns in their order */
  columns?: string[];
  /** in CSS pixels, by column */
  widths?: Record<string, number>;
  pageSize?: number;
  /** all search fields are shown */
  unfolded?: boolean;
}

const WIDTH = { min: 40, max: 2000 };
const MAX_PAGE_SIZE = 1000;
const INVALID = 'MSG_generic_0060';

const settingsOf = prepared<{ by: string; entity: string }>()(($) =>
  build
    .selectFrom('kernel.list_settings')
    .select('content')
    .where('by', '=', $('by'))
    .where('entity', '=', $('entity')),
);

const mergeSettings = prepared<{ by: string; entity: string; content: string }>()(($) =>
  build
    .insertInto('kernel.list_settings')
    .values({ by: $('by'), entity: $('entity'), content: sql`jsonb_strip_nulls(${$('content')}::jsonb)` })
    .onConflict((conflict) =>
      conflict
        .columns(['by', 'entity'])
        .doUpdateSet({ content: sql`jsonb_strip_nulls(list_settings.content || ${$('content')}::jsonb)` }),
    ),
);

/** The caller's settings of a list, without columns that are gone or hidden from the role. @throws Refusal (403) */
export async function readSettings(kernel: Kernel, runtime: EntityRuntime, context: Context): Promise<ListSettings> {
  permit(kernel, runtime, 'query', context);
  const stored = await settingsOf.first(context.db, { by: context.user.userCde, entity: runtime.entity.name });
  const { columns, widths, ...rest } = (stored?.content ?? {}) as ListSettings;
  const known = listedNames(runtime, context);
  const shown = columns?.filter((name) => known.has(name));
  return {
    ...rest,
    ...(shown && shown.length > 0 ? { columns: shown } : {}),
    ...(widths ? { widths: Object.fromEntries(Object.entries(widths).filter(([name]) => known.has(name))) } : {}),
  };
}

/** Changes some of the caller's settings of a list; null resets one. @throws Refusal 403, 400 for an invalid setting */
export async function changeSettings(
  kernel: Kernel,
  runtime: EntityRuntime,
  input: Row,
  context: Context,
): Promise<ListSettings> {
  permit(kernel, runtime, 'query', context);
  const known = listedNames(runtime, context);
  const violations = Object.entries(input).flatMap(([name, value]) => violationOf(name, value, known) ?? []);
  throwViolations(violations);
  await mergeSettings.run(context.db, {
    by: context.user.userCde,
    entity: runtime.entity.name,
    content: JSON.stringify(input),
  });
  return readSettings(kernel, runtime, context);
}

/** Fields that the list may show to the caller. */
const listedNames = (runtime: EntityRuntime, { user }: Context): Set<string> =>
  new Set(readableFields(runtime.entity, true, hiddenFields(runtime, user)).map(({ name }) => name));

/** Each setting with the check of its value. */
const SETTINGS: { [Name in keyof ListSettings]-?: (value: unknown, known: ReadonlySet<string>) => boolean } = {
  columns: (value, known) =>
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((name) => known.has(name as string)),
  widths: (value, known) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, width]) => known.has(name) && isInteger(width, WIDTH.min, WIDTH.max)),
  pageSize: (value) => isInteger(value, 1, MAX_PAGE_SIZE),
  unfolded: (value) => typeof value === 'boolean',
};

const isInteger = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

function violationOf(name: string, value: unknown, known: ReadonlySet<string>): Violation | undefined {
  if (!Object.hasOwn(SETTINGS, name)) return { field: name, key: MESSAGE.unknownField, params: { name } };
  if (value === null || SETTINGS[name as keyof ListSettings](value, known)) return undefined;
  return { field: name, key: INVALID, params: { name } };
}
