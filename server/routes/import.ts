import { Hono } from 'hono';
import { PassThrough, type Writable } from 'node:stream';
import { notFound, Refusal, refuseFields } from '../errors.ts';
import { translate } from '../messages.ts';
import type { EntityRuntime } from '../kernel/core.ts';
import { storeErrorFile, readErrorFile } from '../kernel/exchange/import/errorFiles.ts';
import { convertFile } from '../kernel/exchange/import/convertFile.ts';
import { findFreeStart } from '../kernel/exchange/import/freeCodes.ts';
import {
  readCells,
  importFile,
  rowsWithErrors,
  needsConsent,
  previewFile,
  type ImportRequest,
} from '../kernel/exchange/import/importFile.ts';
import type { ImportOutcome } from '../kernel/exchange/import/outcome.ts';
import { rowsToShow, summarise, type ProblemGroup } from '../kernel/exchange/import/summary.ts';
import { UPLOAD } from '../spreadsheet/messageKeys.ts';
import { openTable } from '../spreadsheet/read/headedTable.ts';
import { TransferRefused } from '../spreadsheet/transferRefused.ts';
import { writeErrorFile } from '../spreadsheet/write/errorFile.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { download, XLSX } from './download.ts';
import { entityCalls, permitImport } from './entityCalls.ts';
import type { Environment, Http } from './environment.ts';
import { disconnectedAnswer } from './disconnect.ts';
import { onceOnly } from './idempotency.ts';
import { importRequest } from './importRequest.ts';
import { addressQuery } from './listQuery.ts';
import { SPREADSHEET, withUpload, type Upload } from './upload.ts';

/** Limit of errors in the answer of an import. The summary and the error file contain all errors. */
const LISTED_ERRORS = 1000;

/** Import with preview and error file. */
export function importRoutes(services: Services): Hono<Environment> {
  const { kernel } = services;
  const { entityOf, contextOf } = entityCalls(services);
  return new Hono<Environment>()
    .post(
      '/:entity/import/preview',
      sheetHandler(services, async (http, { path }) =>
        answer(http, await previewFile(kernel, entityOf(http), { path, signal: http.req.raw.signal }, contextOf(http))),
      ),
    )
    .get('/:entity/import/free-codes', async (http) => {
      const { field = '', pattern = '', rows } = addressQuery(http.req.url);
      if (!/^[1-9]\d{0,6}$/.test(String(rows)))
        throw refuseFields([
          { field: 'rows', key: 'MSG_generic_0019', params: { name: 'rows', least: 1, most: 9_999_999 } },
        ]);
      const query = { field: String(field), pattern: String(pattern), rows: Number(rows) };
      return answer(http, { start: await findFreeStart(kernel, entityOf(http), query, contextOf(http)) });
    })
    .get('/:entity/import/errors/:id', async (http) => {
      permitImport(http, services);
      const { userCde } = http.get('session').user;
      const found = await readErrorFile(kernel.pool, http.req.param('id'), entityOf(http).entity.name, userCde);
      if (!found) throw notFound();
      const name = `${http.req.param('entity')}-errors.xlsx`;
      const write = async (out: Writable): Promise<void> => void out.end(found);
      return download(http, { name, type: XLSX, write }, services);
    })
    .post(
      '/:entity/import',
      sheetHandler(services, (http, upload) => importUpload(http, upload, services)),
    );
}

/** Makes the handler of a call with a spreadsheet, for users who may import. */
const sheetHandler =
  (services: Services, work: (http: Http, upload: Upload) => Promise<Response>) =>
  (http: Http): Promise<Response> =>
    withFileErrors(http, () => {
      permitImport(http, services);
      return withUpload(
        http,
        (upload) =>
          http.get('heavyCall')!.inTurn('import', async () => work(http, await asTable(http, upload, services))),
        SPREADSHEET,
      );
    });

/** The upload, converted to a table if it is a file of another format. */
async function asTable(http: Http, upload: Upload, services: Services): Promise<Upload> {
  const { entityOf, contextOf } = entityCalls(services);
  const file = { path: upload.path, signal: http.req.raw.signal };
  return { ...upload, path: await convertFile(services.kernel, entityOf(http), file, contextOf(http)) };
}

/** Imports a spreadsheet, once for each Idempotency-Key. */
function importUpload(http: Http, { path, fields, hash }: Upload, services: Services): Promise<Response> {
  const { kernel } = services;
  const { entityOf, contextOf } = entityCalls(services);
  return onceOnly(http, contextOf(http), {
    allow: () => permitImport(http, services),
    content: () => JSON.stringify([hash, fields]),
    work: async (context) => {
      const runtime = entityOf(http);
      const request = importRequest({ ...addressQuery(http.req.url), ...fields }, http.req.raw.signal);
      const outcome = await importFile(kernel, runtime, { path, request }, context);
      const errorFile =
        outcome.errorCount === 0 ? null : await makeErrorFile(services, runtime, http, { path, outcome });
      const listed = outcome.errors.slice(0, LISTED_ERRORS);
      const summary = summarise(outcome.errors);
      const cells = listed.length === 0 ? {} : await readCells(path, rowsToShow(listed, summary), request.signal);
      return sendOutcome(http, { ...outcome, errors: listed }, { summary, errorFile, cells }, request);
    },
  });
}

/** Answers with the outcome of an import: 400 or 409 if it was refused and not a dry run. */
function sendOutcome(
  http: Http,
  outcome: ImportOutcome,
  details: { summary: ProblemGroup[]; errorFile: string | null; cells: Record<string, string[]> },
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

/** Runs work on a spreadsheet. @throws Refusal (400) with all errors of a spreadsheet that cannot be read */
async function withFileErrors(http: Http, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (http.req.raw.signal.aborted) return disconnectedAnswer();
    if (!(error instanceof TransferRefused)) throw error;
    const errors = error.errors.map(({ field, key, params }) => ({ field: field ?? 'file', key, params }));
    throw new Refusal(
      'invalid',
      error.key,
      error.params,
      errors.length > 0 ? errors : [{ field: 'file', key: error.key, params: error.params }],
    );
  }
}

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
      rows: rowsWithErrors(path, outcome.errors, http.req.raw.signal),
      language: http.get('language'),
    },
    out,
  );
  const id = await storeErrorFile(
    kernel.auxiliary,
    entity.name,
    http.get('session').user.userCde,
    Buffer.concat(chunks),
  );
  return `/api/${entity.name}/import/errors/${id}`;
}
