import { vesselBody } from './rows.ts';
import type { Json, TestServer } from './server.ts';

/** A hull policy year: an addition of 10 %, increased value 20 % of the total, a hull rate of 0.2 %. */
export const hullYear = (year: string, fields: Json = {}): Json => ({
  policyYear: year,
  policyType: 'Premium-HM',
  effectiveFrom: `${year}-01-01`,
  effectiveTo: `${year}-12-31`,
  numOfStaging: 4,
  rate: '0.002',
  addlRatio: '0.1',
  ivInsuredPct: '20',
  ...fields,
});

let versions = 0;

/** A hull version of the year, in Draft. */
export const hullVersion = (server: TestServer, year: string, versionType = 'quotation'): Promise<Json> =>
  server.create('premium-version', {
    policyType: 'Premium-HM',
    policyYear: year,
    versionNo: `V${++versions}`,
    versionType,
  });

/** New vessels with an insured value each, by their basic values; the codes of the vessels. */
export async function insure(
  server: TestServer,
  versionId: unknown,
  basicValues: readonly string[],
): Promise<string[]> {
  const codes: string[] = [];
  for (const basicValue of basicValues) {
    const { vslCde } = await server.create('vessel', await vesselBody(server, { vslNme: 'SEA STAR' }));
    await server.create('vessel-value', { versionId, vslCde, basicValue });
    codes.push(vslCde);
  }
  return codes;
}

/** The rows of a version, by the codes of their vessels. */
export async function rowsOf(server: TestServer, entity: string, versionId: unknown): Promise<Json[]> {
  const where = encodeURIComponent(JSON.stringify([{ name: 'versionId', type: 'equal', value: versionId }]));
  return (await server.call('GET', `/api/${entity}?pageSize=1000&sort=vslCde&where=${where}`)).result.records;
}
