import { cacheByObject } from '../../generator/language/cacheByObject.ts';
import type { Answer, CallOptions, Json, TestServer } from './server.ts';

/** The code of the fleet that most rows of tests refer to. */
export const FLEET = 'TESTFLEET';

let counter = 0;

/** A code that no other row of this test file has. */
export const nextCode = (prefix = 'T'): string => `${prefix}${++counter}`;

/**
 * A separate counter for vessel codes, which have only three characters; all tests of a worker share it.
 */
let vessels = 0;

/** A valid body of a vessel; creates the fleet if it is missing. */
export async function vesselBody(server: TestServer, fields: Json = {}): Promise<Json> {
  await server.call('POST', '/api/fleet', { body: { fleetCde: FLEET, fleetName: 'Fleet of the tests' } });
  const { properties } = (await server.call('GET', '/api/meta/vessel')).result;
  const first = (name: string): string => properties[name]['x-options'][0].code;
  return {
    vslCde: `V${(++vessels).toString(36).toUpperCase().padStart(2, '0')}`,
    effectiveFrom: '2020-01-01',
    grossTonnage: '1000',
    callSign: 'CALL',
    yearBuilt: '2010',
    teu: 100,
    operator: 'Operator',
    owner: 'Owner',
    flagCntry: 'CN',
    regPort: 'Shanghai',
    classSociety: first('classSociety'),
    vesselStatus: first('vesselStatus'),
    shipArea: first('shipArea'),
    fleet: FLEET,
    ...fields,
  };
}

/** A valid body of a visit of a new vessel at a new berth. */
export async function visitBody(server: TestServer, fields: Json = {}): Promise<Json> {
  const { vslCde } = fields['vslCde'] === undefined ? await server.create('vessel', await vesselBody(server)) : fields;
  const code = nextCode();
  return {
    visitNo: code,
    vslCde,
    berth: `Berth ${code}`,
    arrived: '2024-01-01',
    left: '2024-01-02',
    dues: '10',
    waived: 'N',
    ...fields,
  };
}

/** A valid body of a policy term of the year 2024 with one instalment for all of the premium. */
export const termBody = (fields: Json = {}): Json => ({
  policyType: 'HM',
  effectiveFrom: '2024-01-01',
  effectiveTo: '2024-12-31',
  insuredValue: '1000',
  premiumRate: '0.1',
  broker: 'BROKER',
  'policy-instalment': [{ calcFrom: '2024-01-01', calcTo: '2024-12-31' }],
  ...fields,
});

/** A valid body of a company with its own credit code. */
export function companyBody(fields: Json = {}): Json {
  const code = nextCode('C');
  return {
    companyCde: code,
    companyNameEn: `Company ${code}`,
    companyNameCh: `公司${code}`,
    country: 'CN',
    addressEn: 'Road',
    addressCh: '路',
    unifiedSocialCreditNo: creditCode(counter),
    ...fields,
  };
}

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** The credit code with that number and a correct check character (GB 32100-2015). */
export function creditCode(number: number): string {
  const body = `91310000MA1${String(number).padStart(6, '0')}`;
  const sum = [...body].reduce((total, char, index) => total + ALPHABET.indexOf(char) * (3 ** index % 31), 0);
  return body + ALPHABET[(31 - (sum % 31)) % 31]!;
}

/** Changes a row at its current `rev`. */
export async function patch(
  server: TestServer,
  entity: string,
  id: unknown,
  fields: Json,
  options: Pick<CallOptions, 'token' | 'language'> = {},
): Promise<Answer> {
  const { rev } = await server.read(entity, String(id));
  return server.call('PATCH', `/api/${entity}/${id}`, { body: { rev, ...fields }, ...options });
}

/**
 * Runs an action on a row at its current `rev`. By default a second administrator confirms and writes off a bank flow,
 * which the one who submits it cannot do.
 */
export async function act(
  server: TestServer,
  entity: string,
  id: unknown,
  action: string,
  input: Json = {},
  token?: string,
): Promise<Answer> {
  const { rev } = await server.read(entity, String(id));
  const isOthers = entity === 'bank-slip' && ['confirm', 'writeOff'].includes(action);
  const caller = token ?? (isOthers ? await colleague(server) : undefined);
  return server.call('POST', `/api/${entity}/${id}/actions/${action}`, {
    body: { rev, ...input },
    ...(caller !== undefined && { token: caller }),
  });
}

/** Token of a second administrator. */
const colleague = cacheByObject((server: TestServer): Promise<string> => server.logInAs('colleague', 'Administrator'));
