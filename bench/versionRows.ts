import type { Api, Row } from '../tests/e2e/browser/api.ts';

const YEAR = '2026';

/** The fields of a vessel that its premium does not depend on. */
const VESSEL = {
  effectiveFrom: '2020-01-01',
  grossTonnage: '20000',
  callSign: 'CALL',
  yearBuilt: '2010',
  teu: 5000,
  operator: 'Operator',
  owner: 'Owner',
  flagCntry: 'CN',
  regPort: 'Shanghai',
  fleet: 'BENCH',
};

/** Creates vessels with these codes in a fleet of their own. */
export async function createVessels(api: Api, codes: readonly string[]): Promise<void> {
  await api('POST', 'fleet', { fleetCde: VESSEL.fleet, fleetName: 'Fleet of the bench' });
  const { properties } = await api<{ properties: Record<string, { 'x-options': { code: string }[] }> }>(
    'GET',
    'meta/vessel',
  );
  const chosen = Object.fromEntries(
    ['classSociety', 'vesselStatus', 'shipArea'].map((name) => [name, properties[name]!['x-options'][0]!.code]),
  );
  for (const vslCde of codes) await api('POST', 'vessel', { ...VESSEL, ...chosen, vslCde, vslNme: `VESSEL ${vslCde}` });
}

/** Creates a version with a calculated hull premium of each of `count` vessels. @returns the path of its page */
export async function versionWithRows(api: Api, count: number): Promise<string> {
  const codes = Array.from({ length: count }, (_, index) => index.toString(36).padStart(3, '0').toUpperCase());
  await createVessels(api, codes);
  await api('POST', 'policy-year', {
    policyYear: YEAR,
    policyType: 'Premium-HM',
    effectiveFrom: `${YEAR}-01-01`,
    effectiveTo: `${YEAR}-12-31`,
    numOfStaging: 4,
    rate: '0.002',
    addlRatio: '0.1',
    ivInsuredPct: '20',
  });
  const created = await api('POST', 'premium-version', {
    policyType: 'Premium-HM',
    policyYear: YEAR,
    versionNo: 'BENCH',
    versionType: 'quotation',
  });
  const { id, rev } = await api<Row>('PATCH', `premium-version/${created.id}`, {
    rev: created.rev,
    'vessel-value': codes.map((vslCde) => ({ vslCde, basicValue: '12000000' })),
  });
  await api('POST', `premium-version/${id}/actions/calculate`, { rev, ivRate: '0.0008', warRate: '0.00025' });
  return `/premium/premium-version/${id}`;
}
