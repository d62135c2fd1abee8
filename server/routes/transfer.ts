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
import { TransferRefused } from '../spreadsheet/transferRefused.ts';
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
/** Errors that the answer of an import lists; the summary and the error file contain all. */
const LISTED_ERRORS = 1000;

/** Export, template, and import with preview and error file (api.md, "Entities"). */
export function transferRoutes(services: Services): Hono<Environment> {
  const { kernel, config } = services;
  const entityOf = (http: Http): EntityRuntime => entityNamed(kernel, http.req.param('entity')!);
  const contextOf = (http: Http) => openContext(kernel, callerOf(http, config));
  const mayImport = (http: Http) => permit(kernel, entityOf(http), 'import', contextOf(http));
  /** Receives a spreadsheet from a user who may import it. */
  const withSheet = (work: (http: Http, upload: Upload) => Promise<Response>) => (http: Http) =>
    withFileErrors(http, () => {
      mayImport(http);
      return withUpload(
        http,
        (upload) => http.get('heavyCall')!.inTurn('import', () => work(http, upload)),
        SPREADSHEET,
      );
    });
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
            const request = importRequest({ ...addressQuery(http.req.url), ...fields }, http.req.raw.signal);
            const outcome = await importFile(kernel, runtime, { path, request }, context);
            const errorFile =
              outcome.errorCount === 0 ? null : await makeErrorFile(services, runtime, http, { path, outcome });
            const listed = outcome.errors.slice(0, LISTED_ERRORS);
            const summary = summarise(outcome.errors);
            const cells = listed.length === 0 ? {} : await cellsOf(path, rowsToShow(listed, summary), request.signal);
            return sendOutcome(http, { ...outcome, errors: listed }, { summary, errorFile, cells }, request);
          },
        }),
      ),
    );
}

/** Answers with the outcome of an import: 400 or 409 if it was to write and was refused. */
function sendOutcome(
  http: Http,
  outcome: ImportOutcome,
  details: { summary: ErrorGroup[]; errorFile: string | null; cells: Record<string, string[]> },
  request: ImportRequest,
): Response {
  const { dryRun } = request;
  const refused = outcome.errorCount > 0;
  const unconfirmed = !refused && needsConsent(request, outcome);
  const result = { ...outcome, ...((refused || unconfirmed) && !dryRun ? { created: 0, updated: 0 } : {}), ...details };
  if (unconfirmed && !dryRun)
    return refusedImport(http, {
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
  return refusedImport(http, { status: 400, key: 'MSG_upload_0094', params: counts, result });
}

/** The answer of a refused import, with its outcome. */
function refusedImport(
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

/** Runs work on a file. @throws Refusal (400) with all faults of an unusable file */
async function withFileErrors(http: Http, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (http.req.raw.signal.aborted) return callerLeft();
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

/** The answer to a caller who has disconnected: in the log of a proxy, 499 is a client error. */
const callerLeft = (): Response => new Response(null, { status: 499 });

/** Reads an import request from its address and form fields; `mapping` and `edits` are JSON text. */
function importRequest(params: Record<string, unknown>, signal: AbortSignal): ImportRequest {
  const [dryRun, overwrite] = [flag(params, 'dryRun'), flag(params, 'overwrite')];
  const mapping = jsonPart(params, 'mapping');
  const edits = jsonPart(params, 'edits', MAX_EDITED_ROWS) ?? {};
  if (!isEdits(edits)) throw badPart('edits');
  const fixes = Object.fromEntries(
    Object.entries(edits).filter((edit): edit is [string, Record<string, string | null>] => edit[1] !== null),
  );
  const skippedRows = new Set(
    Object.entries(edits)
      .filter(([, cells]) => cells === null)
      .map(([row]) => Number(row)),
  );
  if (mapping && !isMapping(mapping)) throw badPart('mapping');
  return {
    dryRun,
    overwrite,
    signal,
    acceptWarnings: params['acceptWarnings'] === 'true',
    skippedRows,
    fixes,
    ...(mapping ? { mapping: mapping as unknown as Mapping } : {}),
  };
}

/** Limit of rows that one import may fix or skip: the rows of the largest import. */
const MAX_EDITED_ROWS = 50_000;

/** A Boolean parameter; `true` is the default. */
function flag(params: Record<string, unknown>, name: string): boolean {
  const value = params[name] ?? 'true';
  if (value !== 'true' && value !== 'false')
    throw refuseFields([{ field: name, key: 'MSG_generic_0053', params: { name, allowed: 'true, false' } }]);
  return value === 'true';
}

function jsonPart(
  params: Record<string, unknown>,
  name: string,
  maxKeys?: number,
): Record<string, unknown> | undefined {
  const text = params[name];
  if (text === undefined || text === '') return undefined;
  const parsed = typeof text === 'string' ? parseStrictJson(text, maxKeys) : { fault: 'syntax' };
  if (!('value' in parsed) || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    throw badPart(name);
  return parsed.value as Record<string, unknown>;
}

/** Whether a mapping has the right structure; its names are checked with the file. */
function isMapping({ columns, constants = {}, running = {} }: Record<string, unknown>): boolean {
  const every = (value: unknown, isValid: (part: unknown) => boolean) =>
    typeof value === 'object' && value !== null && Object.values(value).every(isValid);
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

/** Whether edits have the right structure: row number → its fixed cells, or null for a skipped row. */
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

/** Stores the rows with errors as a spreadsheet. @returns its address */
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
  const { ending: signal } = http.get('heavyCall')!;
  const rows = exportRows(kernel, runtime, { query, fields, signal }, context);
  // the first rows are fetched before the answer starts, so that an invalid filter is answered as an error
  const first = await rows.next().catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!first || signal.aborted) {
    await rows.return(undefined);
    if (isCutOff(http)) return callerLeft();
    throw signal.reason;
  }
  const all = (async function* () {
    if (first.done) return;
    yield first.value;
    yield* rows;
  })();
  const name = `${labelIn(runtime.entity.label, language)}.${format}`;
  // releases the session also where the reader disconnects before the first row
  const released = <T>(written: Promise<T>): Promise<T> => written.finally(() => rows.return(undefined));
  const answered =
    format === 'xlsx'
      ? download(
          http,
          {
            name,
            type: XLSX,
            write: (out, cancelled) =>
              released(
                writeXlsx(columns, all, out, {
                  name: labelIn(runtime.entity.label, language),
                  timeZone: kernel.timeZone,
                  signal: cancelled,
                }),
              ),
          },
          services,
        )
      : download(
          http,
          { name, type: CSV, write: (out, cancelled) => released(writeCsv(columns, all, out, cancelled)) },
          services,
        );
  return answered.catch((error: unknown) => released(Promise.reject(error)));
}

const columnNames = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.split(',').filter((name) => name !== '')
    : Array.isArray(value)
      ? value.map(String)
      : [];
