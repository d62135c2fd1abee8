/**
 * `node bench/calculate.ts --vessels 2000`: calculates a hull version with so many vessels over HTTP, on a database of
 * its own: first the rows are made, then, after every insured value was changed, worked out again, then once more with
 * nothing to change. Then the version is copied with its detail, compared with the copy, read, deleted, formalised and
 * split into instalments.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/start.ts';
import { temporaryFolder } from '../tests/e2e/browser/product.ts';
import { processorTime } from './processorTime.ts';

const { values } = parseArgs({ options: { vessels: { type: 'string', default: '2000' } } });
const vessels = Number(values.vessels);
const AT_ONCE = 8;
const PASSWORD = 'a password of the bench';

const QUARTERS = [
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
interface Answer {
  data: string;
  message: string;
  result: Row & { records: Row[] };
}

const dataDir = await temporaryFolder();
const server = await startServer({
  web: false,
  config: readConfig({ DATA_DIR: join(dataDir, 'data'), ADMIN_PASSWORD: PASSWORD, PORT: '0', LOG_LEVEL: 'error' }),
});
let token = '';

async function call(method: string, path: string, body?: Record<string, unknown>): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer;
}

/** Does something for each vessel, a few at a time. */
async function each(work: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < vessels; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, vessels - from) }, (_, offset) => work(from + offset)));
}

/** A vessel code of three characters, beginning with a digit as no sample does. */
const codeOf = (index: number): string => index.toString(36).padStart(3, '0').toUpperCase();

/**
 * Does something and tells how long it took, with the processor time of server and database: the machine may be busy
 * otherwise.
 */
async function timed<T>(what: string, work: () => Promise<T>, told: (result: T) => string): Promise<T> {
  const [start, before] = [performance.now(), processorTime()];
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  const after = processorTime();
  console.log(
    `${what}: ${seconds.toFixed(2)} s; processor time ${(after.own - before.own).toFixed(2)} s of ours, ${(after.below - before.below).toFixed(2)} s of PostgreSQL (${told(result)})`,
  );
  return result;
}

async function act(what: string, id: string, action: string, input: Record<string, unknown> = {}): Promise<Answer> {
  const {
    result: { rev },
  } = await call('GET', `/api/premium-version/${id}?children=few`);
  return timed(
    what,
    () => call('POST', `/api/premium-version/${id}/actions/${action}`, { rev, ...input }),
    ({ message }) => message,
  );
}

const calculate = (what: string, id: string): Promise<Answer> =>
  act(what, id, 'calculate', { ivRate: '0.0008', warRate: '0.00025', insurerCde: 'BENCH' });
const sized = (answer: Answer): string => `${(JSON.stringify(answer).length / 1e6).toFixed(1)} MB`;

try {
  token = (await call('POST', '/account/login', { username: 'admin', password: PASSWORD })).data;
  await call('POST', '/api/policy-year', {
    policyYear: '2026',
    policyType: 'Premium-HM',
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-12-31',
    numOfStaging: 4,
    rate: '0.002',
    addlRatio: '0.1',
    ivInsuredPct: '20',
    'policy-stage': QUARTERS,
  });
  const {
    result: {
      records: [sample],
    },
  } = await call('GET', '/api/vessel?pageSize=1');
  const {
    id: _id,
    rev: _rev,
    delFlag: _flag,
    creater: _by,
    createAt: _at,
    updater: _last,
    updateAt: _when,
    newestFlag: _newest,
    vesselUuid: _uuid,
    ...rest
  } = sample!;
  await each((index) =>
    call('POST', '/api/vessel', {
      ...rest,
      vslCde: codeOf(index),
      imoNum: `N ${index}`,
      effectiveFrom: '2020-01-01',
      effectiveTo: null,
      acceptWarnings: true,
    }),
  );
  await call('POST', '/api/company', {
    companyCde: 'BENCH',
    companyNameEn: 'Bench',
    companyNameCh: '测量公司',
    country: 'CN',
    addressEn: 'Road',
    addressCh: '路',
    unifiedSocialCreditNo: '91310000MA1K35Y38P',
    acceptWarnings: true,
  });
  await each((index) =>
    call('POST', '/api/vessel-insured', {
      policyYear: '2026',
      vslCde: codeOf(index),
      deductible: '1000',
      deductiblePCT: '0',
      rdc: '4/4',
      ffd: '4/4',
      billCompany: 'BENCH',
      acceptWarnings: true,
    }),
  );
  const { result: version } = await call('POST', '/api/premium-version', {
    policyType: 'Premium-HM',
    policyYear: '2026',
    versionNo: 'BENCH',
    versionType: 'quotation',
  });
  const insured: Row[] = [];
  await each(async (index) => {
    insured.push(
      (
        await call('POST', '/api/vessel-value', {
          versionId: version.id,
          vslCde: codeOf(index),
          basicValue: `${10_000_000 + index * 1000}.37`,
        })
      ).result,
    );
  });
  await calculate(`${vessels} vessels made`, version.id);
  await each((index) =>
    call('PATCH', `/api/vessel-value/${insured[index]!.id}`, {
      rev: insured[index]!.rev,
      basicValue: `${20_000_000 + index * 1000}.11`,
    }),
  );
  await calculate(`${vessels} vessels calculated anew`, version.id);
  await calculate(`${vessels} vessels with nothing to change`, version.id);
  const {
    result: { _made: copy },
  } = await act(`copied with detail`, version.id, 'copy', {
    policyYear: '2026',
    versionNo: 'COPY',
    versionType: 'estimate',
    copyMode: 'withDetail',
  });
  const { id } = copy as Row;
  await timed(
    'compared with the copy',
    () => call('GET', `/api/premium-version/${version.id}/compare?with=${id}`),
    sized,
  );
  await timed(
    'compared, differences only',
    () => call('GET', `/api/premium-version/${version.id}/compare?with=${id}&only=differences`),
    sized,
  );
  await timed('read with all its rows', () => call('GET', `/api/premium-version/${id}`), sized);
  await timed('read without those that are many', () => call('GET', `/api/premium-version/${id}?children=few`), sized);
  const {
    result: { _made: other },
  } = await act('copied with basic info', version.id, 'copy', {
    policyYear: '2026',
    versionNo: 'COPY2',
    versionType: 'quotation',
    copyMode: 'withBasicInfo',
  });
  await timed(
    'deleted',
    () => call('DELETE', `/api/premium-version/${(other as Row).id}`, { rev: 1 }),
    ({ message }) => message,
  );
  await act('submitted', version.id, 'submit');
  await act('formalised', id, 'formalise');
  await act('split into instalments', id, 'split');
  await act('split again, with nothing to change', id, 'split');
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
