import { Hono } from 'hono';
import { PassThrough } from 'node:stream';
import { labelIn } from '../../generator/language/message.ts';
import type { Option } from '../../generator/model/field.ts';
import { notFound, Refusal, refuseFields } from '../errors.ts';
import { translate } from '../messages.ts';
import { entityNamed, openContext } from '../kernel/kernel.ts';
import type { EntityRuntime } from '../kernel/core.ts';
import { knownEntity } from '../kernel/knownEntity.ts';
import { exportFields, exportRows, refuseTooMany, type ExportQuery } from '../kernel/exchange/export/exportRows.ts';
import { keepErrorFile, readErrorFile } from '../kernel/exchange/import/errorFiles.ts';
import { freeStart } from '../kernel/exchange/import/freeCodes.ts';
import {
  cellsOf,
  importFile,
  markedRows,
  needsConsent,
  previewFile,
  type ImportRequest,
} from '../kernel/exchange/import/importFile.ts';
import type { ImportOutcome } from '../kernel/exchange/import/outcome.ts';
import { rowsToShow, summarise, type ErrorGroup } from '../kernel/exchange/import/summary.ts';
import { permit } from '../kernel/rights.ts';
import type { Mapping } from '../kernel/exchange/mapping/mapping.ts';
import { UPLOAD } from '../spreadsheet/messageKeys.ts';
import { openTable } from '../spreadsheet/read/headedTable.ts';
import { TransferRefused } from '../spreadsheet/refused.ts';
import { columnOf } from '../spreadsheet/write/columns.ts';
import { writeCsv } from '../spreadsheet/write/csv.ts';
import { writeErrorFile } from '../spreadsheet/write/errorFile.ts';
import { writeTemplate } from '../kernel/exchange/template.ts';
import { MAX_XLSX_ROWS, writeXlsx } from '../spreadsheet/write/xlsx.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerOf } from './caller.ts';
import { download, XLSX } from './download.ts';
import type { Environment, Http } from './environment.ts';
import { isCutOff } from './hangUp.ts';
import { onceOnly } from './idempotency.ts';
import { addressQuery, listQuery } from './listQuery.ts';
import { parseStrictJson } from './strictJson.ts';
import { SPREADSHEET, withUpload, type Upload } from './upload.ts';

const CSV = 'text/csv; charset=UTF-8';
/** Errors of an import that its answer lists one by one; its summary and the file of errors have them all. */
const LISTED_ERRORS = 1000;

/** Spreadsheets out and in (api.md, "Entities"): export, template, import with its preview and its file of errors. */
export function transferRoutes(services: Services): Hono<Environment> {
  const { kernel, config } = services;
  const entityOf = (http: Http): EntityRuntime => entityNamed(kernel, http.req.param('entity')!);
  const contextOf = (http: Http) => openContext(kernel, callerOf(http, config));
  const mayImport = (http: Http) => permit(kernel, entityOf(http), 'import', contextOf(http));
  /** A spreadsheet of somebody who may import it: nobody else's is read. */
  const withSheet = (work: (http: Http, upload: Upload) => Promise<Response>) => (http: Http) =>
    refusingFiles(http, () => {
      mayImport(http);
      return withUpload(
        http,
        (upload) => http.get('heavyCall')!.inTurn('import', () => work(http, upload)),
        SPREADSHEET,
      );
    });
  return new Hono<Environment>()
    .get('/:entity/export', async (http) => {
      const given = addressQuery(http.req.url);
      const { where, sort } = listQuery(given, 'where', ['format', 'columns']);
      const format = given['format'] ?? 'xlsx';
      if (format !== 'xlsx' && format !== 'csv')
        throw new Refusal('invalid', 'MSG_generic_0029', {}, [
          { field: 'format', key: 'MSG_generic_0029', params: {} },
        ]);
      return sendExport(services, http, entityOf(http), {
        query: { where, sort, columns: columnNames(given['columns']) },
        format,
      });
    })
    .get('/:entity/template', async (http) => {
      const runtime = entityOf(http);
      mayImport(http);
      const entity = knownEntity(runtime, http.get('session').user);
      const wanted = addressQuery(http.req.url)['layout'];
      const layout = entity.import?.layouts?.find(({ id }) => id === wanted);
      if (wanted !== undefined && !layout)
        throw refuseFields([
          {
            field: 'layout',
            key: 'MSG_generic_0053',
            params: { name: 'layout', allowed: (entity.import?.layouts ?? []).map(({ id }) => id).join(', ') },
          },
        ]);
      const lists = new Map<string, readonly Option[]>();
      for (const { optionList } of entity.fields)
        if (optionList !== undefined) lists.set(optionList, await kernel.optionLists.choices(optionList));
      const name = [entity.label, ...(layout ? [layout.label] : [])]
        .map((label) => labelIn(label, http.get('language')))
        .join(' ');
      return download(
        http,
        {
          name: `${name}.xlsx`,
          type: XLSX,
          write: (out) =>
            writeTemplate(entity, http.get('language'), out, {
              lists,
              ...(layout ? { layout } : {}),
              target: (target) => kernel.registry.model.entities[target],
            }),
        },
        services,
      );
    })
    .post(
      '/:entity/import/preview',
      withSheet(async (http, { path }) =>
        answer(http, await previewFile(kernel, entityOf(http), { path, signal: http.req.raw.signal }, contextOf(http))),
      ),
    )
    .get('/:entity/import/free-codes', async (http) => {
      const { field = '', pattern = '', rows } = addressQuery(http.req.url);
      if (!/^[1-9]\d{0,6}$/.test(String(rows)))
        throw refuseFields([
          { field: 'rows', key: 'MSG_generic_0019', params: { name: 'rows', least: 1, most: 9_999_999 } },
        ]);
      return answer(http, {
        start: await freeStart(
          kernel,
          entityOf(http),
          { field: String(field), pattern: String(pattern), rows: Number(rows) },
          contextOf(http),
        ),
      });
    })
    .get('/:entity/import/errors/:id', async (http) => {
      mayImport(http);
      const found = await readErrorFile(
        kernel.pool,
        http.req.param('id'),
        entityOf(http).entity.name,
        http.get('session').user.userCde,
      );
      if (!found) throw notFound();
      return download(
        http,
        {
          name: `${http.req.param('entity')}-errors.xlsx`,
          type: XLSX,
          write: async (out) => {
            out.end(found);
          },
        },
        services,
      );
    })
    .post(
      '/:entity/import',
      withSheet((http, { path, fields, hash }) =>
        onceOnly(http, contextOf(http), {
          allow: () => mayImport(http),
          content: () => JSON.stringify([hash, fields]),
          work: async (context) => {
            const runtime = entityOf(http);
            const order = importOrder({ ...addressQuery(http.req.url), ...fields }, http.req.raw.signal);
            const outcome = await importFile(kernel, runtime, { path, request: order }, context);
            const errorFile =
              outcome.errorCount === 0 ? null : await makeErrorFile(services, runtime, http, { path, outcome });
            const listed = outcome.errors.slice(0, LISTED_ERRORS);
            const summary = summarise(outcome.errors);
            const cells = listed.length === 0 ? {} : await cellsOf(path, rowsToShow(listed, summary), order.signal);
            return sendOutcome(http, { ...outcome, errors: listed }, { summary, errorFile, cells }, order);
          },
        }),
      ),
    );
}

/** A report of what was, or would be, written. One that was meant to write and could not is no success: 400. */
function sendOutcome(
  http: Http,
  outcome: ImportOutcome,
  mending: { summary: ErrorGroup[]; errorFile: string | null; cells: Record<string, string[]> },
  order: ImportRequest,
): Response {
  const { dryRun } = order;
  const refused = outcome.errorCount > 0;
  const unconfirmed = !refused && needsConsent(order, outcome);
  const result = { ...outcome, ...((refused || unconfirmed) && !dryRun ? { created: 0, updated: 0 } : {}), ...mending };
  if (unconfirmed && !dryRun)
    return refusedWhole(http, {
      status: 409,
      key: UPLOAD.overwrites,
      params: { overwrites: outcome.overwrites },
      result,
    });
  if (!refused || dryRun) return answer(http, result, 200, dryRun ? undefined : 'MSG_upload_0093');
  const counts = {
    errors: outcome.errorCount - outcome.conflictCount,
    conflicts: outcome.conflictCount,
    rows: outcome.rows,
  };
  return refusedWhole(http, { status: 400, key: 'MSG_upload_0094', params: counts, result });
}

/** An import that writes nothing, with its report. */
function refusedWhole(
  http: Http,
  { status, key, params, result }: { status: 400 | 409; key: string; params: Record<string, unknown>; result: unknown },
): Response {
  const body = {
    code: 1,
    key,
    message: translate(http.get('language'), key, params),
    requestId: http.get('requestId'),
    result,
  };
  return http.body(JSON.stringify(body), status, { 'content-type': 'application/json; charset=UTF-8' });
}

/** Runs work on a file. One that cannot be used at all is the caller's fault: 400, with every place to blame. */
async function refusingFiles(http: Http, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (http.req.raw.signal.aborted) return nobodyReads();
    if (!(error instanceof TransferRefused)) throw error;
    const faults = error.faults.map(({ field, key, params }) => ({ field: field ?? 'file', key, params }));
    throw new Refusal(
      'invalid',
      error.key,
      error.params,
      faults.length > 0 ? faults : [{ field: 'file', key: error.key, params: error.params }],
    );
  }
}

/** The answer to a caller who has left; a proxy's log counts 499 as the client's doing. */
const nobodyReads = (): Response => new Response(null, { status: 499 });

/** The order of an import from its address and form fields; `mapping` and `edits` are JSON text. */
function importOrder(given: Record<string, unknown>, signal: AbortSignal): ImportRequest {
  const [dryRun, overwrite] = [flag(given, 'dryRun'), flag(given, 'overwrite')];
  const mapping = jsonPart(given, 'mapping');
  const edits = jsonPart(given, 'edits', MAX_EDITED_ROWS) ?? {};
  if (!isEdits(edits)) throw badPart('edits');
  const fixes = Object.fromEntries(
    Object.entries(edits).filter((edit): edit is [string, Record<string, string | null>] => edit[1] !== null),
  );
  const leftOut = new Set(
    Object.entries(edits)
      .filter(([, cells]) => cells === null)
      .map(([row]) => Number(row)),
  );
  if (mapping && !isMapping(mapping)) throw badPart('mapping');
  return {
    dryRun,
    overwrite,
    signal,
    acceptWarnings: given['acceptWarnings'] === 'true',
    leftOut,
    fixes,
    ...(mapping ? { mapping: mapping as unknown as Mapping } : {}),
  };
}

/** Rows of a file that may be corrected or left out in one import: as many as the largest import may have. */
const MAX_EDITED_ROWS = 50_000;

/** A parameter that is `true` unless it says otherwise. */
function flag(given: Record<string, unknown>, name: string): boolean {
  const value = given[name] ?? 'true';
  if (value !== 'true' && value !== 'false')
    throw refuseFields([{ field: name, key: 'MSG_generic_0053', params: { name, allowed: 'true, false' } }]);
  return value === 'true';
}

function jsonPart(given: Record<string, unknown>, name: string, maxKeys?: number): Record<string, unknown> | undefined {
  const text = given[name];
  if (text === undefined || text === '') return undefined;
  const parsed = typeof text === 'string' ? parseStrictJson(text, maxKeys) : { fault: 'syntax' };
  if (!('value' in parsed) || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    throw badPart(name);
  return parsed.value as Record<string, unknown>;
}

/** Whether the parts of a mapping have their shapes; what they name is checked against the file. */
function isMapping({ columns, constants = {}, running = {} }: Record<string, unknown>): boolean {
  const every = (value: unknown, judge: (part: unknown) => boolean) =>
    typeof value === 'object' && value !== null && Object.values(value).every(judge);
  return (
    every(columns, (field) => field === null || typeof field === 'string') &&
    every(constants, (text) => typeof text === 'string') &&
    every(
      running,
      (code) =>
        typeof (code as { pattern?: unknown } | null)?.pattern === 'string' &&
        ['undefined', 'number'].includes(typeof (code as { start?: unknown }).start),
    )
  );
}

type Edits = Record<string, Record<string, string | null> | null>;

/** Whether edits have their shape: row number → the cells mended in it, or null for a row that is left out. */
const isEdits = (edits: Record<string, unknown>): edits is Edits =>
  Object.entries(edits).every(
    ([row, cells]) =>
      /^[1-9]\d{0,6}$/.test(row) &&
      typeof cells === 'object' &&
      !Array.isArray(cells) &&
      Object.values(cells ?? {}).every((text) => text === null || typeof text === 'string'),
  );

const badPart = (field: string): Refusal =>
  new Refusal('invalid', 'MSG_upload_0040', {}, [{ field, key: 'MSG_upload_0040', params: {} }]);

/** Keeps the rows in error as a spreadsheet for a day, for the person who sent them. */
async function makeErrorFile(
  { kernel }: Services,
  { entity }: EntityRuntime,
  http: Http,
  { path, outcome }: { path: string; outcome: ImportOutcome },
): Promise<string> {
  const table = await openTable(path, {}, http.req.raw.signal);
  await table.rows.return(undefined);
  const chunks: Buffer[] = [];
  const out = new PassThrough();
  out.on('data', (chunk: Buffer) => chunks.push(chunk));
  await writeErrorFile(
    {
      headings: table.headings,
      rows: markedRows(path, outcome.errors, http.req.raw.signal),
      language: http.get('language'),
    },
    out,
  );
  const id = await keepErrorFile(
    kernel.auxiliary,
    entity.name,
    http.get('session').user.userCde,
    Buffer.concat(chunks),
  );
  return `/api/${entity.name}/import/errors/${id}`;
}

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
  const { ending: left } = http.get('heavyCall')!;
  const rows = exportRows(kernel, runtime, { query, fields, signal: left }, context);
  // the first rows are fetched before the answer starts, so that a wrong filter is still told as an error
  const first = await rows.next().catch((error: unknown) => {
    if (left.aborted) return undefined;
    throw error;
  });
  if (!first || left.aborted) {
    await rows.return(undefined);
    if (isCutOff(http)) return nobodyReads();
    throw left.reason;
  }
  const all = (async function* () {
    if (first.done) return;
    yield first.value;
    yield* rows;
  })();
  const name = `${labelIn(runtime.entity.label, language)}.${format}`;
  // a reader may go away before it took the first row; the session that reads on must be freed then too
  const freed = <T>(written: Promise<T>): Promise<T> => written.finally(() => rows.return(undefined));
  const answered =
    format === 'xlsx'
      ? download(
          http,
          {
            name,
            type: XLSX,
            write: (out, signal) =>
              freed(
                writeXlsx(columns, all, out, {
                  name: labelIn(runtime.entity.label, language),
                  timeZone: kernel.timeZone,
                  signal,
                }),
              ),
          },
          services,
        )
      : download(
          http,
          { name, type: CSV, write: (out, signal) => freed(writeCsv(columns, all, out, signal)) },
          services,
        );
  return answered.catch((error: unknown) => freed(Promise.reject(error)));
}

const columnNames = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.split(',').filter((name) => name !== '')
    : Array.isArray(value)
      ? value.map(String)
      : [];
