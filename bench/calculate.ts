/**
 * `node bench/calculate.ts --vessels 2000`: calculates a hull version with so many vessels over HTTP, on a database of its own: first
 * the rows are made, then, after every insured value was changed, worked out again, then once more with nothing to change.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { startServer } from '../server/start.ts';
import { temporaryFolder } from '../tests/e2e/browser/product.ts';

const { values } = parseArgs({ options: { vessels: { type: 'string', default: '2000' } } });
const vessels = Number(values.vessels);
const AT_ONCE = 8;
const PASSWORD = 'a password of the bench';

interface Row { id: string; rev: number; [field: string]: unknown }
interface Answer { data: string; message: string; result: Row & { records: Row[] } }

const dataDir = await temporaryFolder();
const server = await startServer({ web: false, config: readConfig({ DATA_DIR: join(dataDir, 'data'), ADMIN_PASSWORD: PASSWORD, PORT: '0', LOG_LEVEL: 'error' }) });
let token = '';

async function call(method: string, path: string, body?: Record<string, unknown>): Promise<Answer> {
  const response = await fetch(server.url + path, { method, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` }, ...(body ? { body: JSON.stringify(body) } : {}) });
  const answer = await response.json() as Answer;
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer;
}

/** Does something for each vessel, a few at a time. */
async function each(work: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < vessels; from += AT_ONCE) await Promise.all(Array.from({ length: Math.min(AT_ONCE, vessels - from) }, (_, offset) => work(from + offset)));
}

/** A vessel code of three characters, beginning with a digit as no sample does. */
const codeOf = (index: number): string => index.toString(36).padStart(3, '0').toUpperCase();

async function calculate(what: string, id: string): Promise<void> {
  const { result: { rev } } = await call('GET', `/api/premium-version/${id}`);
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const { message } = await call('POST', `/api/premium-version/${id}/actions/calculate`, { rev, ivRate: '0.0008', warRate: '0.00025' });
  const { user, system } = process.cpuUsage(cpu);
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(2)} s, of which ${((user + system) / 1e6).toFixed(2)} s of our processor time (${message})`);
}

try {
  token = (await call('POST', '/account/login', { username: 'admin', password: PASSWORD })).data;
  await call('POST', '/api/policy-year', { policyYear: '2026', policyType: 'Premium-HM', effectiveFrom: '2026-01-01', effectiveTo: '2026-12-31', numOfStaging: 4, rate: '0.002', addlRatio: '0.1', ivInsuredPct: '20' });
  const { result: { records: [sample] } } = await call('GET', '/api/vessel?pageSize=1');
  const { id: _id, rev: _rev, delFlag: _flag, creater: _by, createAt: _at, updater: _last, updateAt: _when, newestFlag: _newest, vesselUuid: _uuid, ...rest } = sample!;
  await each((index) => call('POST', '/api/vessel', { ...rest, vslCde: codeOf(index), imoNum: `N ${index}`, effectiveFrom: '2020-01-01', effectiveTo: null, acceptWarnings: true }));
  const { result: version } = await call('POST', '/api/premium-version', { policyType: 'Premium-HM', policyYear: '2026', versionNo: 'BENCH', versionType: 'quotation' });
  const insured: Row[] = [];
  await each(async (index) => { insured.push((await call('POST', '/api/vessel-value', { versionId: version.id, vslCde: codeOf(index), basicValue: `${10_000_000 + index * 1000}.37` })).result); });
  await calculate(`${vessels} vessels made`, version.id);
  await each((index) => call('PATCH', `/api/vessel-value/${insured[index]!.id}`, { rev: insured[index]!.rev, basicValue: `${20_000_000 + index * 1000}.11` }));
  await calculate(`${vessels} vessels calculated anew`, version.id);
  await calculate(`${vessels} vessels with nothing to change`, version.id);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
