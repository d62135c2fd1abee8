import { Ajv2020 } from 'ajv/dist/2020.js';

/** What the sandbox of the captive insurer wants of a bordereau before it reads its rows. */
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

/** An amount, a rate or a share: decimal text that is not below zero. */
const DECIMAL = /^\d+(\.\d+)?$/;
const AMOUNTS = /(Premium|InsureValue|Amt|Rate)$/;

/**
 * What an insurer would object to; empty where it accepts. Unlike a real one it knows no fleet, so it judges the paper
 * alone.
 */
export function objections(body: unknown): string[] {
  if (!isEnvelope(body))
    return (isEnvelope.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  const { bordereau, head, lines } = body as {
    bordereau: string;
    head: Record<string, unknown>;
    lines: Record<string, Record<string, unknown>[]>;
  };
  const found: string[] = [];
  const rows = Object.entries(lines).flatMap(([kind, list]) =>
    list.map((row, index) => ({ at: `/lines/${kind}/${index}`, row })),
  );
  if (bordereau === 'policy') {
    if (!/^\d{4}$/.test(String(head['policyYear'] ?? ''))) found.push('/head/policyYear is no year');
    if (rows.length === 0) found.push('/lines names no vessel');
    for (const { at, row } of rows)
      if (typeof row['vslCde'] !== 'string' || row['vslCde'] === '') found.push(`${at}/vslCde is missing`);
  }
  for (const { at, row } of [{ at: '/head', row: head }, ...rows]) {
    for (const [name, value] of Object.entries(row))
      if (AMOUNTS.test(name) && (typeof value !== 'string' || !DECIMAL.test(value)))
        found.push(`${at}/${name} is no amount`);
  }
  return found;
}
