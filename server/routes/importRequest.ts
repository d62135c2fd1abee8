import { type Refusal, refuseFields, refuseField } from '../errors.ts';
import type { ImportRequest } from '../kernel/exchange/import/importFile.ts';
import type { Mapping } from '../kernel/exchange/mapping/mapping.ts';
import { parseStrictJson } from './strictJson.ts';

/**
 * Reads an import request from its query parameters and form fields; `mapping` and `edits` are JSON text.
 *
 * @throws Refusal (400) for an invalid value
 */
export function importRequest(params: Record<string, unknown>, signal: AbortSignal): ImportRequest {
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

/** Limit of rows that one import may fix or skip, equal to the row limit of an import. */
const MAX_EDITED_ROWS = 50_000;

/** A Boolean parameter; `true` is the default. */
function flag(params: Record<string, unknown>, name: string): boolean {
  const value = params[name] ?? 'true';
  if (value !== 'true' && value !== 'false')
    throw refuseFields([{ field: name, key: 'MSG_generic_0053', params: { name, allowed: 'true, false' } }]);
  return value === 'true';
}

/** A parameter that is the JSON text of an object; undefined if absent or empty. */
function jsonPart(
  params: Record<string, unknown>,
  name: string,
  maxKeys?: number,
): Record<string, unknown> | undefined {
  const text = params[name];
  if (text === undefined || text === '') return undefined;
  const parsed = typeof text === 'string' ? parseStrictJson(text, maxKeys) : { problem: 'syntax' };
  if (!('value' in parsed) || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    throw badPart(name);
  return parsed.value as Record<string, unknown>;
}

/** Whether a mapping has the right structure; its names are checked with the file. */
function isMapping({ columns, constants = {}, into = {}, running = {} }: Record<string, unknown>): boolean {
  const every = (value: unknown, isValid: (part: unknown) => boolean) =>
    typeof value === 'object' && value !== null && Object.values(value).every(isValid);
  return (
    every(columns, (field) => field === null || typeof field === 'string') &&
    every(constants, (text) => typeof text === 'string') &&
    every(into, (text) => typeof text === 'string') &&
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

const badPart = (field: string): Refusal => refuseField(field, 'MSG_upload_0040');
