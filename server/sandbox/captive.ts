import { Ajv2020 } from 'ajv/dist/2020.js';

/** Schema that a bordereau must match before its rows are checked. */
const ENVELOPE = {
  type: 'object',
  required: ['bordereau', 'kind', 'businessNo', 'head', 'lines'],
  properties: {
    bordereau: { type: 'string', minLength: 1 },
    kind: { type: 'string', minLength: 1 },
    businessNo: { type: 'string', minLength: 1 },
    head: { type: 'object' },
    lines: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
  },
};

const isEnvelope = new Ajv2020().compile(ENVELOPE);

/** An amount, rate or share: a non-negative decimal as text. */
const DECIMAL = /^\d+(\.\d+)?$/;
const AMOUNTS = /(Premium|InsureValue|Amt|Rate)$/;

/**
 * Errors in a bordereau; empty if the insurer accepts it. Unlike a real insurer, the sandbox knows no fleet, so it
 * checks the document alone.
 */
export function bordereauErrors(body: unknown): string[] {
  if (!isEnvelope(body))
    return (isEnvelope.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  const { bordereau, head, lines } = body as {
    bordereau: string;
    head: Record<string, unknown>;
    lines: Record<string, Record<string, unknown>[]>;
  };
  const errors: string[] = [];
  const rows = Object.entries(lines).flatMap(([kind, list]) =>
    list.map((row, index) => ({ at: `/lines/${kind}/${index}`, row })),
  );
  if (bordereau === 'policy') {
    if (!/^\d{4}$/.test(String(head['policyYear'] ?? ''))) errors.push('/head/policyYear is no year');
    if (rows.length === 0) errors.push('/lines names no vessel');
    for (const { at, row } of rows)
      if (typeof row['vslCde'] !== 'string' || row['vslCde'] === '') errors.push(`${at}/vslCde is missing`);
  }
  for (const { at, row } of [{ at: '/head', row: head }, ...rows]) {
    for (const [name, value] of Object.entries(row))
      if (AMOUNTS.test(name) && (typeof value !== 'string' || !DECIMAL.test(value)))
        errors.push(`${at}/${name} is no amount`);
  }
  return errors;
}
