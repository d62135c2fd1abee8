/**
 * `node bench/calculate.ts --vessels 2000 --containers 5000`: measures the steps of versions over HTTP, on a temporary
 * database. Hull: calculate (new rows, changed values, no changes), copy, compare, read, delete, submit, formalise,
 * split into instalments. P&I: calculate, submit. Containers, whose rows compute their premium when they are saved:
 * import, copy, submit. Steps that write or read rows are compared with bare statements that write or read the same
 * rows in the same run, and a bare audit line for each.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/start.ts';
import { measureBare, type BareStep } from './bareSteps.ts';
import { Client, PASSWORD, type Answer } from './client.ts';
import { startBenchDatabase } from './database.ts';
import { cpuTime } from './cpuTime.ts';

const { values } = parseArgs({
  options: { vessels: { type: 'string', default: '2000' }, containers: { type: 'string', default: '5000' } },
});
const [vessels, containers] = [Number(values.vessels), Number(values.containers)];

const STAGES = [
  ['01-01', '03-31'],
  ['04-01', '06-30'],
  ['07-01', '09-30'],
  ['10-01', '12-31'],
].map(([from, to]) => ({ calcFrom: `2026-${from}`, calcTo: `2026-${to}`, dueDate: `2026-${from}` }));

interface Row {
  id: string;
  rev: number;
  [field: string]: unknown;
}

const vesselsWith = <T>(valuesOf: (index: number) => T): T[] =>
  Array.from({ length: vessels }, (_, index) => valuesOf(index));

/** A vessel code of three characters that begins with a digit, as no sample does. */
const vesselCode = (index: number): string => index.toString(36).padStart(3, '0').toUpperCase();

/** Work to measure. */
interface Step {
  name: string;
  /** the statements to compare it with */
  bare?: BareStep;
}

/**
 * Prints the duration of a step, the CPU time of server and database, which other load does not lengthen, and the
 * duration of its bare statements with their ratio to that of the step.
 */
async function timed<T>({ name, bare }: Step, work: () => Promise<T>, describe: (result: T) => string): Promise<T> {
  const [start, before] = [performance.now(), cpuTime()];
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  const after = cpuTime();
  const server = (after.own - before.own).toFixed(2);
  const postgres = (after.ofDescendants - before.ofDescendants).toFixed(2);
  const bareSeconds = bare && (await measureBare(database.pool, bare, emptyVersionId));
  const ratio =
    bareSeconds === undefined ? '' : `; bare ${bareSeconds.toFixed(2)} s, ratio ${(bareSeconds / seconds).toFixed(2)}`;
  console.log(
    `${name}: ${seconds.toFixed(2)} s${ratio}; CPU time ${server} s of the server, ${postgres} s of PostgreSQL (${describe(result)})`,
  );
  return result;
}

const messageOf = ({ message }: Answer): string => message;
const sizeOf = (answer: Answer): string => `${(JSON.stringify(answer).length / 1e6).toFixed(1)} MB`;

async function createPolicyYear(client: Client, policyType: string): Promise<void> {
  await client.call('POST', '/api/policy-year', {
    policyYear: '2026',
    policyType,
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-12-31',
    numOfStaging: 4,
    rate: '0.002',
    addlRatio: '0.1',
    ivInsuredPct: '20',
    irate: '0.5',
    etcRate: '1',
    suppCallRate: '0',
    'policy-stage': STAGES,
  });
}

/** Creates vessels that are copies of a sample. */
async function createVessels(client: Client): Promise<void> {
  const { result } = await client.call('GET', '/api/vessel?pageSize=1');
  const {
    id: _id,
    rev: _rev,
    delFlag: _delFlag,
    creater: _creater,
    createAt: _createAt,
    updater: _updater,
    updateAt: _updateAt,
    newestFlag: _newestFlag,
    vesselUuid: _vesselUuid,
    ...sample
  } = result.records[0] as Row;
  await client.importRows(
    'vessel',
    vesselsWith((index) => ({
      ...sample,
      vslCde: vesselCode(index),
      imoNum: `N ${index}`,
      effectiveFrom: '2020-01-01',
      effectiveTo: null,
    })),
  );
}

async function createInsuredDetails(client: Client): Promise<void> {
  await client.call('POST', '/api/company', {
    companyCde: 'BENCH',
    companyNameEn: 'Bench',
    companyNameCh: '测量公司',
    companyType: 'PICLUB',
    country: 'CN',
    addressEn: 'Road',
    addressCh: '路',
    unifiedSocialCreditNo: '91310000MA1K35Y38P',
    acceptWarnings: true,
  });
  await client.importRows(
    'vessel-insured',
    vesselsWith((index) => ({ vslCde: vesselCode(index) })),
    {
      policyYear: '2026',
      deductible: '1000',
      deductiblePCT: '0',
      rdc: '4/4',
      ffd: '4/4',
      billCompany: 'BENCH',
      club: 'BENCH',
    },
  );
}

async function createVersion(client: Client, policyType: string, versionNo = 'BENCH'): Promise<Row> {
  const version = { policyType, policyYear: '2026', versionNo, versionType: 'quotation' };
  return (await client.call('POST', '/api/premium-version', version)).result;
}

/** Enters the insured value of each vessel in a version, or changes it. */
const enterValues = (client: Client, versionId: string, first: number): Promise<Answer> =>
  client.importRows(
    'vessel-value',
    vesselsWith((index) => ({ vslCde: vesselCode(index), basicValue: `${first + index * 1000}.37` })),
    { versionId },
  );

interface Action extends Step {
  id: string;
  action: string;
  input?: Record<string, unknown>;
}

/** The tables with the rows of a hull version. */
const HULL = ['vessel_value', 'hull_premium'];

/** Runs an action of a version and prints its duration. */
async function runAction(client: Client, { id, action, input = {}, ...step }: Action): Promise<Answer> {
  const { result } = await client.call('GET', `/api/premium-version/${id}?children=few`);
  const run = () => client.call('POST', `/api/premium-version/${id}/actions/${action}`, { rev: result.rev, ...input });
  return timed(step, run, messageOf);
}

async function measureCalculation(client: Client, id: string): Promise<void> {
  const input = { ivRate: '0.0008', warRate: '0.00025', insurerCde: 'BENCH' };
  const calculate = (name: string, kind: BareStep['kind']) => {
    const bare: BareStep = { kind, tables: ['hull_premium'], versionId: id };
    return runAction(client, { name: `${vessels} vessels, ${name}`, bare, id, action: 'calculate', input });
  };
  await calculate('all rows new', 'insert');
  await enterValues(client, id, 20_000_000);
  await calculate('every value changed', 'update');
  await calculate('nothing to change', 'lock');
}

/** Copies a version. @returns the id of the copy */
async function copyVersion(client: Client, action: Omit<Action, 'action'>): Promise<string> {
  const { result } = await runAction(client, { ...action, action: 'copy' });
  return (result._made as Row).id;
}

async function measureCopies(client: Client, id: string): Promise<string> {
  const copyId = await copyVersion(client, {
    name: 'copied with detail',
    bare: { kind: 'insert', tables: HULL, versionId: id },
    id,
    input: { policyYear: '2026', versionNo: 'COPY', versionType: 'estimate', copyMode: 'withDetail' },
  });
  const read = (step: Step, query: string) =>
    timed(step, () => client.call('GET', `/api/premium-version/${id}${query}`), sizeOf);
  await read({ name: 'compared with the copy' }, `/compare?with=${copyId}`);
  await read({ name: 'compared, differences only' }, `/compare?with=${copyId}&only=differences`);
  await read({ name: 'read with all its rows', bare: { kind: 'read', tables: HULL, versionId: id } }, '');
  await read({ name: 'read without its many children' }, '?children=few');
  const basicCopyId = await copyVersion(client, {
    name: 'copied with basic info',
    id,
    input: { policyYear: '2026', versionNo: 'COPY2', versionType: 'quotation', copyMode: 'withBasicInfo' },
  });
  // its statements are measured on the copy, which has the same rows and remains
  await timed(
    { name: 'deleted', bare: { kind: 'delete', tables: HULL, versionId: copyId } },
    () => client.call('DELETE', `/api/premium-version/${basicCopyId}`, { rev: 1 }),
    messageOf,
  );
  return copyId;
}

async function measureClub(client: Client): Promise<void> {
  const { id } = await createVersion(client, 'Premium-PI');
  const ofRows = (kind: BareStep['kind']): BareStep => ({ kind, tables: ['pi_premium'], versionId: id });
  for (const [what, kind] of [
    ['all rows new', 'insert'],
    ['nothing to change', 'lock'],
  ] as const)
    await runAction(client, {
      name: `P&I, ${vessels} vessels, ${what}`,
      bare: ofRows(kind),
      id,
      action: 'calculate',
      input: { advRate: '1.5' },
    });
  await runAction(client, { name: 'P&I, submitted', bare: ofRows('update'), id, action: 'submit' });
}

async function measureContainers(client: Client): Promise<void> {
  const { id: versionId } = await createVersion(client, 'Premium-TT');
  const rows = Array.from({ length: containers }, (_, index) => ({ sizeType: `S${index}`, cntrQty: 100 + index }));
  const constants = {
    versionId,
    billCompany: 'BENCH',
    piClub: 'BENCH',
    containerType: 'CONTAINER',
    residualValue: '2500',
  };
  const bare: BareStep = { kind: 'insert', tables: ['container_premium'], versionId };
  // the statements copy the rows of the import
  await timed(
    { name: `containers, ${containers} rows, imported and calculated`, bare },
    () => client.importRows('container-premium', rows, constants),
    ({ result }) => `${result.created} created`,
  );
  await copyVersion(client, {
    name: `containers, ${containers} rows, copied with detail`,
    bare,
    id: versionId,
    input: { policyYear: '2026', versionNo: 'COPY', versionType: 'quotation', copyMode: 'withDetail' },
  });
  await runAction(client, {
    name: 'containers, submitted',
    bare: { kind: 'update', tables: ['container_premium'], versionId },
    id: versionId,
    action: 'submit',
  });
}

const database = await startBenchDatabase();
const server = await startServer({
  web: false,
  config: readConfig({
    DATA_DIR: join(database.dataDir, 'data'),
    DATABASE_URL: database.url,
    DEMO_DATA: 'true',
    ADMIN_PASSWORD: PASSWORD,
    PORT: '0',
    LOG_LEVEL: 'error',
  }),
});
let emptyVersionId = '';
try {
  const client = new Client(server.url);
  await client.logIn('admin', PASSWORD);
  for (const type of ['Premium-HM', 'Premium-PI', 'Premium-TT']) await createPolicyYear(client, type);
  emptyVersionId = (await createVersion(client, 'Premium-HM', 'EMPTY')).id;
  await createVessels(client);
  await createInsuredDetails(client);
  const { id: versionId } = await createVersion(client, 'Premium-HM');
  await enterValues(client, versionId, 10_000_000);
  await measureCalculation(client, versionId);
  const copyId = await measureCopies(client, versionId);
  await runAction(client, {
    name: 'submitted',
    bare: { kind: 'update', tables: ['hull_premium'], versionId },
    id: versionId,
    action: 'submit',
  });
  await runAction(client, { name: 'formalised', id: copyId, action: 'formalise' });
  await runAction(client, { name: 'split into instalments', id: copyId, action: 'split' });
  await runAction(client, { name: 'split again, nothing to change', id: copyId, action: 'split' });
  await measureClub(client);
  await measureContainers(client);
} finally {
  await server.stop();
  await database.stop();
}
