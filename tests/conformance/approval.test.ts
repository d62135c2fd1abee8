import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile.ts';
import { tasksOf } from '../../generator/compile/approval.ts';
import { Decimal, printDecimal } from '../../generator/language/decimal.ts';
import { childName } from '../../generator/language/expression/scope.ts';
import type { ApprovalStep } from '../../generator/model/approval.ts';
import type { Entity, Transition } from '../../generator/model/types.ts';
import { startTestServer, type Answer, type Json, type TestServer } from '../http/server.ts';
import { withoutTrace } from '../http/withoutTrace.ts';
import { Store } from './judges/api.ts';
import { isWritable, Sampler } from './sampleRow.ts';

/** Every entity with an approval, on rows that nobody wrote by hand: each level, one's own item, and amounts just at and beside each limit. */
const root = join(import.meta.dirname, '../..');
const model = compileModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const sampler = new Sampler(model);
const tasks = tasksOf(model)!;
const { approvalLevels } = model.entities['approval-rule']!;
const LEVELS = [['DIVISION', '0.00'], ['DEPARTMENT', '10000.00'], ['LEADER', '100000.00']] as const;
const UNIT = new Decimal('0.01');

let server: TestServer;
let store: Store;
/** level → the token of somebody who holds it */
const holders = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
  store = new Store(server);
  await server.create('currency', { curCde: 'USD', curNameEn: 'US dollar', curNameCh: '美元', minorUnits: 2 });
  for (const [level, from] of LEVELS) {
    const { id } = await server.create('role', { roleName: level, allSeeingEye: 'Y', 'role-permission': [{ permissionId: '*.*', actionEntitySet: ['query', 'approve', 'reject'] }] });
    for (const { code } of model.entities['approval-rule']!.fields.find(({ name }) => name === approvalLevels!.type)!.options!) await server.create('approval-rule', { approveType: code, bizType: 'ALL', level, amountFrom: from, roleId: id });
    holders.set(level, await server.logInAs(level.toLowerCase(), level));
  }
});
afterAll(() => server.close());

/** How a row gets an amount: a field of its own, or of one child; undefined where formulae alone lead to it. */
function amountSetter({ approval, fields, children }: Entity): ((body: Json, amount: string) => Json) | undefined {
  const { expr = '', currency } = approval?.amount ?? {};
  const paid = currency && 'field' in currency ? { [currency.field]: 'USD' } : {};
  const own = fields.find((field) => expr === `self.${field.name}` && isWritable(field));
  // parts that would set it are left out
  const setting = children.filter(({ sets = {} }) => own && own.name in sets).map((child) => child.entity);
  if (own) return (body, amount) => ({ ...Object.fromEntries(Object.entries(body).filter(([name]) => !setting.includes(name))), ...paid, [own.name]: amount });
  for (const { entity } of children) {
    const [, , name] = new RegExp(String.raw`^sum\(children\.${childName(entity)}\.map\((\w+), \1\.(\w+)\)\)$`).exec(expr) ?? [];
    const part = model.entities[entity]!.fields.find((field) => field.name === name && isWritable(field));
    if (part) return (body, amount) => ({ ...body, ...paid, [entity]: body[entity].slice(0, 1).map((child: Json) => ({ ...child, [part.name]: amount })) });
  }
  return undefined;
}

const stepOf = (entity: Entity, step: ApprovalStep): Transition => entity.machines.flatMap(({ transitions }) => transitions).find(({ approval }) => approval === step)!;
const neededAt = (amount: string | null): string[] => LEVELS.filter(([, from]) => new Decimal(amount ?? 0).abs().gte(from)).map(([level]) => level);
const withAmounts = LEVELS.flatMap(([, from]) => (from === '0.00' ? [] : [-1, 0, 1].map((side) => printDecimal(new Decimal(from).plus(UNIT.times(side)), 2))));

describe.each(Object.values(model.entities).filter(({ approval }) => approval).map((entity): [string, Entity] => [entity.name, entity]))('%s', (name, entity) => {
  const field = entity.machines.find(({ transitions }) => transitions.includes(stepOf(entity, 'submit')))!.field;
  const set = amountSetter(entity);
  const act = (row: Json, step: ApprovalStep, token?: string): Promise<Answer> =>
    server.call('POST', `/api/${name}/${row['id']}/actions/${stepOf(entity, step).action}`, { body: { rev: row['rev'] }, ...(token === undefined ? {} : { token }) });
  const submitted = async (amount = set ? '0.00' : undefined): Promise<Json> => {
    const guard = entity.guards[stepOf(entity, 'submit').action]?.map(({ expr }) => `(${expr})`).join(' && ');
    const body = await store.body(sampler.sample(name, guard === undefined ? {} : { where: guard }));
    const row = await server.create(name, amount === undefined || !set ? body : set(body, amount));
    const answer = await act(row, 'submit');
    expect(answer.status, answer.text).toBe(200);
    return answer.result;
  };
  const taskOf = async (row: Json): Promise<Json> => (await server.pool.query(`select * from "${tasks.table}" where "${tasks.tasks!.entity}" = $1 and "${tasks.tasks!.record}" = $2`, [name, row['id']])).rows[0];
  const refused = (work: () => Promise<Answer>, key: string): Promise<Answer> => withoutTrace(server, work, { status: 403, key });

  test.each((set ? withAmounts : [undefined]).map((amount) => ({ amount, told: amount ?? 'its amount' })))('climbs the levels that $told needs, one after the other', async ({ amount }) => {
    let row = await submitted(amount);
    const task = await taskOf(row);
    if (amount !== undefined) expect(task[tasks.tasks!.amount]).toBe(amount);
    const needed = neededAt(task[tasks.tasks!.amount]);
    expect(task[tasks.tasks!.levels]).toEqual(needed);
    for (const level of needed) {
      expect(row[field]).toBe(stepOf(entity, 'submit').to);
      for (const [other, token] of holders) if (other !== level) await refused(() => act(row, 'approve', token), 'MSG_generic_0072');
      const answer = await act(row, 'approve', holders.get(level)!);
      expect(answer, answer.text).toMatchObject({ status: 200, result: { rev: row['rev'] + 1 } });
      row = answer.result;
    }
    expect(row[field]).toBe(stepOf(entity, 'approve').to);
    expect((await taskOf(row))[tasks.machines[0]!.field]).toBe(tasks.tasks!.closed);
  });

  test('is neither approved nor rejected by whoever submitted it, nor withdrawn by another', async () => {
    const row = await submitted();
    for (const step of ['approve', 'reject'] as const) await refused(() => act(row, step), 'MSG_generic_0070');
    for (const token of holders.values()) await refused(() => act(row, 'withdraw', token), 'MSG_generic_0403');
    const level = (await taskOf(row))[tasks.tasks!.level] as string;
    expect(await act(row, 'reject', holders.get(level)!)).toMatchObject({ status: 200, result: { [field]: stepOf(entity, 'reject').to } });
    expect(await taskOf(row)).toMatchObject({ [tasks.machines[0]!.field]: tasks.tasks!.closed, [tasks.tasks!.returned]: 'Y' });
  });
});
