import { expect } from 'vitest';
import { hullVersion, hullYear, insure } from './hullRows.ts';
import { act, companyBody, vesselBody } from './rows.ts';
import type { Answer, Json, TestServer } from './server.ts';

/** The rows for tests of hull years with calculated premiums. */
export interface HullFixture {
  /** the token of a member of the insurance staff of the billing company */
  staff: string;
  insurer: string;
  biller: string;
  /** a vessel that is in no version */
  uninsured: string;
  /** a year of 365 days that no other test uses */
  nextYear(): string;
  /** A Formal estimate of a year of its own with premiums of its vessels: 110,550.00 for each 50,000,000. */
  formal(basicValues: readonly string[], stages?: boolean): Promise<{ year: string; version: Json; codes: string[] }>;
  calculate(versionId: unknown): Promise<Answer>;
}

const QUARTERS = ['01-01 03-31', '04-01 06-30', '07-01 09-30', '10-01 12-31'].map((span) => span.split(' '));

export async function hullFixture(server: TestServer): Promise<HullFixture> {
  const insurer = (await server.create('company', companyBody({ companyType: 'INSURER' })))['companyCde'] as string;
  const biller = (await server.create('company', companyBody()))['companyCde'] as string;
  const staff = await server.logInAs('stagestaff', 'Insurance staff', { companyCde: biller });
  const uninsured = (await server.create('vessel', await vesselBody(server)))['vslCde'] as string;
  let last = 2025;
  const nextYear = (): string => {
    last += last % 4 === 3 ? 2 : 1;
    return String(last);
  };
  const calculate = (versionId: unknown): Promise<Answer> =>
    act(
      server,
      'premium-version',
      versionId,
      'calculate',
      { ivRate: '0.0008', warRate: '0.00025', insurerCde: insurer },
      staff,
    );
  return {
    staff,
    insurer,
    biller,
    uninsured,
    nextYear,
    calculate,
    async formal(basicValues, stages = true) {
      const year = nextYear();
      await server.create(
        'policy-year',
        hullYear(
          year,
          stages
            ? {
                'policy-stage': QUARTERS.map(([from, to]) => ({
                  calcFrom: `${year}-${from}`,
                  calcTo: `${year}-${to}`,
                  dueDate: `${year}-${from}`,
                  curr: 'USD',
                })),
              }
            : {},
        ),
      );
      const version = await hullVersion(server, year, 'estimate');
      const codes = await insure(server, version['id'], basicValues);
      for (const vslCde of codes)
        await server.create('vessel-insured', {
          policyYear: year,
          vslCde,
          deductible: '1000',
          deductiblePCT: '0',
          rdc: '4/4',
          ffd: '4/4',
          billCompany: biller,
        });
      await calculate(version['id']);
      expect((await act(server, 'premium-version', version['id'], 'formalise')).status).toBe(200);
      return { year, version, codes };
    },
  };
}
