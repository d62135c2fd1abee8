import { Hono } from 'hono';
import type { Writable } from 'node:stream';
import { labelIn } from '../../generator/language/message.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Option } from '../../generator/model/field.ts';
import { Refusal, refuseFields } from '../errors.ts';
import type { EntityRuntime, Kernel } from '../kernel/core.ts';
import { exportFields, exportRows, refuseTooMany, type ExportQuery } from '../kernel/exchange/export/exportRows.ts';
import { writeTemplate } from '../kernel/exchange/template.ts';
import { openContext } from '../kernel/kernel.ts';
import { knownEntity } from '../kernel/knownEntity.ts';
import { columnOf } from '../spreadsheet/write/columns.ts';
import { writeCsv } from '../spreadsheet/write/csv.ts';
import { MAX_XLSX_ROWS, writeXlsx } from '../spreadsheet/write/xlsx.ts';
import type { Services } from '../services.ts';
import { callerOf } from './caller.ts';
import { download, XLSX } from './download.ts';
import { entityCalls, permitImport } from './entityCalls.ts';
import type { Environment, Http } from './environment.ts';
import { disconnectedAnswer, isCutOff } from './disconnect.ts';
import { addressQuery, listQuery } from './listQuery.ts';

const CSV = 'text/csv; charset=UTF-8';

/** Export of rows, and the template of an import. */
export function exportRoutes(services: Services): Hono<Environment> {
  const { kernel } = services;
  const { entityOf } = entityCalls(services);
  return new Hono<Environment>()
    .get('/:entity/export', async (http) => {
      const params = addressQuery(http.req.url);
      const { where, sort } = listQuery(params, 'where', ['format', 'columns']);
      const format = params['format'] ?? 'xlsx';
      if (format !== 'xlsx' && format !== 'csv')
        throw new Refusal('invalid', 'MSG_generic_0029', {}, [
          { field: 'format', key: 'MSG_generic_0029', params: {} },
        ]);
      return sendExport(services, http, entityOf(http), {
        query: { where, sort, columns: columnNames(params['columns']) },
        format,
      });
    })
    .get('/:entity/template', async (http) => {
      const runtime = entityOf(http);
      permitImport(http, services);
      const entity = knownEntity(runtime, http.get('session').user);
      const language = http.get('language');
      const layout = layoutNamed(entity, addressQuery(http.req.url)['layout']);
      const lists = await optionLists(kernel, entity);
      const target = (name: string) => kernel.registry.model.entities[name];
      const options = { lists, ...(layout ? { layout } : {}), target };
      const labels = [entity.label, ...(layout ? [layout.label] : [])];
      const name = `${labels.map((label) => labelIn(label, language)).join(' ')}.xlsx`;
      const write = (out: Writable) => writeTemplate(entity, language, out, options);
      return download(http, { name, type: XLSX, write }, services);
    });
}

/** The layout of the parameter; undefined without one. @throws Refusal (400) for an unknown layout */
function layoutNamed(entity: Entity, id: unknown) {
  const layouts = entity.import?.layouts ?? [];
  const layout = layouts.find((one) => one.id === id);
  if (id !== undefined && !layout)
    throw refuseFields([
      {
        field: 'layout',
        key: 'MSG_generic_0053',
        params: { name: 'layout', allowed: layouts.map((one) => one.id).join(', ') },
      },
    ]);
  return layout;
}

/** The options of all option lists that the fields of an entity use. */
async function optionLists(kernel: Kernel, { fields }: Entity): Promise<Map<string, readonly Option[]>> {
  const lists = new Map<string, readonly Option[]>();
  for (const { optionList } of fields)
    if (optionList !== undefined) lists.set(optionList, await kernel.optionLists.choices(optionList));
  return lists;
}

/** Answers with the rows of a query as a file. */
async function sendExport(
  services: Services,
  http: Http,
  runtime: EntityRuntime,
  { query, format }: { query: ExportQuery; format: 'xlsx' | 'csv' },
): Promise<Response> {
  const { kernel } = services;
  const language = http.get('language');
  const context = openContext(kernel, callerOf(http, services.config));
  const fields = exportFields(kernel, runtime, query.columns, context);
  await refuseTooMany(kernel, runtime, { query, max: format === 'xlsx' ? MAX_XLSX_ROWS : undefined }, context);
  const columns = fields.map((field) => columnOf(field, language));
  const { signal } = http.get('heavyCall')!;
  const rows = exportRows(kernel, runtime, { query, fields, signal }, context);
  const started = await fetchFirst(rows, signal);
  if (!started) {
    if (isCutOff(http)) return disconnectedAnswer();
    throw signal.reason;
  }
  const label = labelIn(runtime.entity.label, language);
  const sheet = { name: label, timeZone: kernel.timeZone };
  const write = (out: Writable, cancelled: AbortSignal): Promise<unknown> =>
    (format === 'xlsx'
      ? writeXlsx(columns, started, out, { ...sheet, signal: cancelled })
      : writeCsv(columns, started, out, cancelled)
    ).finally(() => rows.return(undefined));
  const file = { name: `${label}.${format}`, type: format === 'xlsx' ? XLSX : CSV, write };
  // releases the session also where the download is refused
  return download(http, file, services).catch((error: unknown) =>
    Promise.reject(error).finally(() => rows.return(undefined)),
  );
}

/**
 * Fetches the first row before the answer starts, so that an invalid filter is answered as an error.
 *
 * @returns all rows; undefined if the signal is aborted, after the session is released
 */
async function fetchFirst<T>(
  rows: AsyncGenerator<T, unknown, undefined>,
  signal: AbortSignal,
): Promise<AsyncGenerator<T, void, undefined> | undefined> {
  const first = await rows.next().catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!first || signal.aborted) {
    await rows.return(undefined);
    return undefined;
  }
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* rows;
  })();
}

const columnNames = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.split(',').filter((name) => name !== '')
    : Array.isArray(value)
      ? value.map(String)
      : [];
