import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
const ROLES = {
  clerk: 'Harbour clerk',
  mate: 'Harbour clerk',
  division: 'Approver (division)',
  division2: 'Approver (division)',
  department: 'Approver (department)',
  leader: 'Approver (leader)',
  admin2: 'Administrator',
  admin3: 'Administrator',
} as const;
type Name = keyof typeof ROLES;
const tokens = {} as Record<Name, string>;
const LEVELS = ['DIVISION', 'DEPARTMENT', 'LEADER'];
const APPROVERS: Name[] = ['division', 'department', 'leader'];

beforeAll(async () => {
  server = await startTestServer();
  const company = (code: string): Json => ({
    companyCde: code,
    companyNameEn: code,
    companyNameCh: '公司',
    unifiedSocialCreditNo: '91350100M000100Y43',
    country: 'CN',
    addressEn: 'Quay',
    addressCh: '码头',
  });
  await server.create('company', company('HARB'));
  await server.create('role', {
    roleName: 'Harbour clerk',
    'role-permission': [
      { permissionId: 'harbour.*', actionEntitySet: ['*'] },
      { permissionId: 'system.task', actionEntitySet: ['query', 'edit', 'delete', 'finish', 'reopen'] },
    ],
  });
  for (const { id } of (await server.call('GET', '/api/role?pageSize=100')).result.records) {
    const { rev, roleName } = await server.read('role', id);
    if (roleName.startsWith('Approver'))
      await server.call('PATCH', `/api/role/${id}`, {
        body: {
          rev,
          'role-permission': [{ permissionId: 'harbour.*', actionEntitySet: ['query', 'approve', 'reject'] }],
        },
      });
  }
  for (const [name, role] of Object.entries(ROLES))
    tokens[name as Name] = await server.logInAs(name, role, name === 'clerk' ? { companyCde: 'HARB' } : {});
  await server.create('exchange-rate', { fromCur: 'EUR', toCur: 'USD', exRateDate: today(), exRate: '1.25' });
});
afterAll(() => server.close());

const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
let count = 0;
const dredging = async (fields: Json = {}, who: Name = 'clerk'): Promise<Json> => {
  const answer = await server.call('POST', '/api/dredging', {
    token: tokens[who],
    body: { dredgingNo: `D${++count}`, ...fields },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.result;
};
const act = (
  row: Json,
  action: string,
  who: Name,
  input: Json = {},
  entity = 'dredging',
  url?: string,
): Promise<Answer> =>
  server.call('POST', `/api/${entity}/${row['id']}/actions/${action}`, {
    token: tokens[who],
    body: { rev: row['rev'], ...input },
    ...(url === undefined ? {} : { url }),
  });
const step = async (row: Json, action: string, who: Name, input: Json = {}, entity = 'dredging'): Promise<Json> => {
  const answer = await act(row, action, who, input, entity);
  expect(answer.status, answer.text).toBe(200);
  return answer.result;
};
const submitted = async (fields: Json = {}, who: Name = 'clerk'): Promise<Json> =>
  step(await dredging(fields, who), 'submit', who);
const tasksOf = async (row: Json, entity = 'dredging'): Promise<Json[]> =>
  (
    await server.pool.query('select * from task where "recordEntity" = $1 and "recordId" = $2 order by id', [
      entity,
      row['id'],
    ])
  ).rows;
const linesOf = async (task: Json): Promise<Json[]> =>
  (
    await server.pool.query(
      'select seq, "operateStatus", level, "optUser", "operateOpinion" from task_log where "taskId" = $1 order by seq',
      [task['id']],
    )
  ).rows;
const state = async (row: Json, name: string, who: Name, language?: string): Promise<Json> =>
  (
    await server.call('GET', `/api/dredging/${row['id']}`, { token: tokens[who], ...(language ? { language } : {}) })
  ).result['_actions'].find((one: Json) => one['name'] === name);

describe('the levels that an amount needs', () => {
  test.each([
    ['no amount', {}, 1, null],
    ['nothing', { cost: '0', costCur: 'USD' }, 1, '0.00'],
    ['just below the second level', { cost: '9999.99', costCur: 'USD' }, 1, '9999.99'],
    ['the second level', { cost: '10000.00', costCur: 'USD' }, 2, '10000.00'],
    ['just above it', { cost: '10000.01', costCur: 'USD' }, 2, '10000.01'],
    ['just below the third level', { cost: '99999.99', costCur: 'USD' }, 2, '99999.99'],
    ['the third level', { cost: '100000', costCur: 'USD' }, 3, '100000.00'],
    ['just above it', { cost: '100000.01', costCur: 'USD' }, 3, '100000.01'],
    ['a return of as much', { cost: '-100000', costCur: 'USD' }, 3, '-100000.00'],
    ['another currency below the second level', { cost: '7999.99', costCur: 'EUR' }, 1, '9999.99'],
    ['another currency at the second level', { cost: '8000.00', costCur: 'EUR' }, 2, '10000.00'],
  ] as const)('%s', async (_, fields, needed, amount) => {
    let row = await submitted(fields);
    expect(row['recordStatus']).toBe('Submit');
    const [opened] = await tasksOf(row);
    expect(opened).toMatchObject({
      recordStatus: 'Todo',
      approveType: 'Case Approval',
      businessNo: row['dredgingNo'],
      billCompany: 'HARB',
      submitter: 'clerk',
      amountUsd: amount,
      levels: LEVELS.slice(0, needed),
      level: 'DIVISION',
      returned: 'N',
    });
    for (let at = 0; at < needed; at++) {
      for (const other of APPROVERS.filter((name) => name !== APPROVERS[at])) {
        expect((await act(row, 'approve', other)).status, `${other} at ${LEVELS[at]}`).toSatisfy(
          (status: number) => status === 403 || status === 404,
        );
      }
      const answer = await act(row, 'approve', APPROVERS[at]!, { operateOpinion: `seen by ${APPROVERS[at]}` });
      expect(answer, answer.text).toMatchObject({
        status: 200,
        result: { rev: row['rev'] + 1, recordStatus: at === needed - 1 ? 'Confirm' : 'Submit' },
      });
      row = answer.result;
    }
    const [closed, ...more] = await tasksOf(row);
    expect(more).toEqual([]);
    expect(closed).toMatchObject({ recordStatus: 'Done', level: null, roleId: null, returned: 'N' });
    expect(await linesOf(closed!)).toEqual([
      { seq: 1, operateStatus: 'Submit', level: null, optUser: 'clerk', operateOpinion: null },
      ...LEVELS.slice(0, needed).map((level, at) => ({
        seq: at + 2,
        operateStatus: 'Approve',
        level,
        optUser: APPROVERS[at],
        operateOpinion: `seen by ${APPROVERS[at]}`,
      })),
    ]);
  });

  test('depend on amounts of children as well, and the to-do has the number field that the schema declares', async () => {
    const created = await server.call('POST', '/api/salvage', {
      token: tokens.clerk,
      body: {
        salvageNo: 'S1',
        wreck: '沉'.repeat(60),
        'salvage-item': [
          { item: 'A', award: '6000' },
          { item: 'B', award: '4000' },
        ],
      },
    });
    let row = await step(created.result, 'submit', 'clerk', {}, 'salvage');
    expect((await tasksOf(row, 'salvage'))[0]).toMatchObject({
      approveType: 'Case Confirm',
      bizType: 'PREMIUM',
      amountUsd: '10000.00',
      levels: ['DIVISION', 'DEPARTMENT'],
      businessNo: `${'沉'.repeat(49)}…`,
    });
    expect(
      (
        await server.call('POST', '/api/salvage-item', {
          token: tokens.clerk,
          body: { salvageId: row['id'], item: 'C', award: '1' },
        })
      ).status,
    ).toBe(409);
    row = await step(row, 'approve', 'division', {}, 'salvage');
    row = await step(row, 'approve', 'department', {}, 'salvage');
    expect(row['recordStatus']).toBe('Confirm');
  });

  test('follow the rules of its business type if there are any', async () => {
    const rule = (await server.call('GET', '/api/approval-rule?pageSize=100')).result.records.find(
      (one: Json) => one['level'] === 'LEADER',
    )!;
    const own = await server.create('approval-rule', {
      approveType: 'Case Approval',
      bizType: 'BILL',
      level: 'LEADER',
      amountFrom: '0',
      roleId: rule['roleId'],
    });
    expect((await tasksOf(await submitted({ business: 'BILL' })))[0]).toMatchObject({
      bizType: 'BILL',
      levels: ['LEADER'],
      level: 'LEADER',
    });
    expect((await tasksOf(await submitted({ business: 'PREMIUM' })))[0]).toMatchObject({
      bizType: 'PREMIUM',
      levels: ['DIVISION'],
    });
    expect(
      (await server.call('PATCH', `/api/approval-rule/${own['id']}`, { body: { rev: own['rev'], amountFrom: '500' } }))
        .status,
    ).toBe(200);
    const row = await dredging({ business: 'BILL', cost: '499.99', costCur: 'USD' });
    await withoutTrace(server, () => act(row, 'submit', 'clerk'), { status: 409, key: 'MSG_generic_0073' });
    expect(
      (await server.call('DELETE', `/api/approval-rule/${own['id']}`, { body: { rev: own['rev'] + 1 } })).status,
    ).toBe(200);
  });

  test.each([
    ['without its currency', { cost: '1' }, 'MSG_generic_0100'],
    ['in a currency without a rate', { cost: '1', costCur: 'NOK' }, 'MSG_master_0223'],
  ])('cannot have %s', async (_, fields, key) => {
    const row = await dredging(fields);
    await withoutTrace(server, () => act(row, 'submit', 'clerk'), {
      status: 400,
      key,
      errors: [{ field: 'costCur', key }],
    });
  });

  test('a level that lost its rule is not skipped', async () => {
    let row = await submitted({ cost: '10000', costCur: 'USD' });
    await server.pool.query(
      `update approval_rule set "delFlag" = 'Y' where "approveType" = 'Case Approval' and level = 'DEPARTMENT'`,
    );
    await withoutTrace(server, () => act(row, 'approve', 'division'), { status: 409, key: 'MSG_generic_0076' });
    await server.pool.query(
      `update approval_rule set "delFlag" = 'N' where "approveType" = 'Case Approval' and level = 'DEPARTMENT'`,
    );
    row = await step(row, 'approve', 'division');
    expect(row['recordStatus']).toBe('Submit');
  });
});

describe('a user who', () => {
  test('submitted a record can neither approve nor reject it, even with every permission', async () => {
    const row = await submitted({}, 'admin2');
    for (const action of ['approve', 'reject']) {
      for (const [language, reason] of [
        ['en-US', 'You submitted this yourself: somebody else has to decide on it'],
        ['zh-CN', '不能审批本人提交的事项，须由他人审批'],
      ] as const) {
        expect(await state(row, action, 'admin2', language)).toEqual({ name: action, enabled: false, reason: reason });
      }
      await withoutTrace(server, () => act(row, action, 'admin2'), { status: 403, key: 'MSG_generic_0070' });
      expect((await state(row, action, 'division'))['enabled']).toBe(true);
    }
    await step(row, 'approve', 'division');
  });

  test('decides at another level is refused with the name of the required level', async () => {
    const row = await submitted();
    await step(row, 'approve', 'admin2');
    const other = await submitted({ cost: '10000', costCur: 'USD' });
    const moved = await step(other, 'approve', 'division');
    await withoutTrace(server, () => act(moved, 'approve', 'division'), {
      status: 403,
      key: 'MSG_generic_0072',
      message: 'It waits for the level “Department”: the role “Approver (department)” decides now',
    });
    expect(await state(moved, 'approve', 'division', 'zh-CN')).toEqual({
      name: 'approve',
      enabled: false,
      reason: '当前待“部门”级审批，由角色“审批人（部门）”的成员处理',
    });
    for (const who of ['division2', 'leader'] as const)
      await withoutTrace(server, () => act(moved, 'reject', who, { operateOpinion: 'no' }), { status: 404 });
  });

  test('has every permission can decide at each level, but at one level of a submission only', async () => {
    const row = await submitted({ cost: '100000', costCur: 'USD' });
    let moved = await step(row, 'approve', 'admin2');
    for (const [language, reason] of [
      [
        'en-US',
        'You approved an earlier level of this submission: at the level “Department”, somebody else has to decide',
      ],
      ['zh-CN', '您已审批本次提交的前一级，“部门”级须由他人审批'],
    ] as const)
      expect(await state(moved, 'approve', 'admin2', language)).toEqual({ name: 'approve', enabled: false, reason });
    for (const [action, input] of [
      ['approve', {}],
      ['reject', { operateOpinion: 'no' }],
    ] as const)
      await withoutTrace(server, () => act(moved, action, 'admin2', input), { status: 403, key: 'MSG_generic_0080' });
    moved = await step(moved, 'approve', 'admin3');
    for (const who of ['admin2', 'admin3'] as const)
      await withoutTrace(server, () => act(moved, 'approve', who), { status: 403, key: 'MSG_generic_0080' });
    // the approvals of an earlier submission do not count
    moved = await step(moved, 'reject', 'leader', { operateOpinion: 'a figure is wrong' });
    moved = await step(await step(moved, 'submit', 'clerk'), 'approve', 'admin3');
    expect(moved['recordStatus']).toBe('Submit');
  });

  test('has every permission can approve several levels where FOUR_EYES is false', async () => {
    const row = await submitted({ cost: '10000', costCur: 'USD' });
    const { url, stop } = await server.startAnother({ FOUR_EYES: 'false' });
    try {
      let moved = row;
      for (const expected of ['Submit', 'Confirm']) {
        moved = (await act(moved, 'approve', 'admin2', {}, 'dredging', url)).result;
        expect(moved['recordStatus']).toBe(expected);
      }
    } finally {
      await stop();
    }
  });

  test('did not submit a record cannot withdraw it', async () => {
    const row = await submitted();
    await withoutTrace(server, () => act(row, 'unsubmit', 'admin2'), { status: 403, key: 'MSG_generic_0071' });
    const drafted = await step(row, 'unsubmit', 'clerk', { operateOpinion: 'a figure is wrong' });
    expect(drafted['recordStatus']).toBe('Draft');
    const [task] = await tasksOf(row);
    expect(task).toMatchObject({ recordStatus: 'Done', level: null, roleId: null, returned: 'N' });
    expect((await linesOf(task!)).at(-1)).toEqual({
      seq: 2,
      operateStatus: 'Unsubmit',
      level: null,
      optUser: 'clerk',
      operateOpinion: 'a figure is wrong',
    });
  });
});

test('a rejection closes the to-do and informs the submitter until the record is submitted again', async () => {
  let row = await submitted();
  const mine = async (): Promise<string[]> =>
    (
      await server.call('POST', '/api/task/search', {
        token: tokens.clerk,
        body: {
          searchCondition: [
            { name: 'returned', type: 'equal', value: 'Y' },
            { name: 'submitter', type: 'equal', value: 'clerk' },
          ],
        },
      })
    ).result.records.map((one: Json) => one['recordId']);
  row = await step(row, 'reject', 'division', { operateOpinion: 'Too dear' });
  expect(row['recordStatus']).toBe('Reject');
  const [task] = await tasksOf(row);
  expect(task).toMatchObject({ recordStatus: 'Done', level: null, roleId: null, returned: 'Y' });
  expect((await linesOf(task!)).at(-1)).toMatchObject({
    operateStatus: 'Reject',
    level: 'DIVISION',
    optUser: 'division',
    operateOpinion: 'Too dear',
  });
  expect(await mine()).toContain(row['id']);
  row = await step(row, 'submit', 'clerk');
  expect(await mine()).not.toContain(row['id']);
  expect((await tasksOf(row)).map(({ recordStatus, returned }) => [recordStatus, returned])).toEqual([
    ['Done', 'N'],
    ['Todo', 'N'],
  ]);
  row = await step(row, 'reject', 'division', { operateOpinion: 'no' });
  expect(await mine()).toContain(row['id']);
  expect(
    (await server.call('DELETE', `/api/dredging/${row['id']}`, { token: tokens.clerk, body: { rev: row['rev'] } }))
      .status,
  ).toBe(200);
  expect(await mine()).not.toContain(row['id']);
});

test('no deletion of a record leaves an open to-do', async () => {
  const deleteRow = (row: Json): Promise<Answer> =>
    server.call('DELETE', `/api/dredging/${row['id']}`, { token: tokens.clerk, body: { rev: row['rev'] } });
  const statesOf = async (row: Json): Promise<unknown[]> =>
    (await tasksOf(row)).map(({ recordStatus }) => recordStatus);
  const waiting = await submitted({ cost: '10000', costCur: 'USD' });
  await withoutTrace(server, () => deleteRow(waiting), { status: 409 });
  const advanced = await step(waiting, 'approve', 'division');
  await withoutTrace(server, () => deleteRow(advanced), { status: 409 });
  expect(await statesOf(waiting)).toEqual(['Todo']);
  const withdrawn = await step(advanced, 'unsubmit', 'clerk');
  expect((await deleteRow(withdrawn)).status).toBe(200);
  expect(await statesOf(waiting)).toEqual(['Done']);
  const rejected = await step(await submitted(), 'reject', 'division', { operateOpinion: 'no' });
  expect((await deleteRow(rejected)).status).toBe(200);
  expect(await statesOf(rejected)).toEqual(['Done']);
});

test('the approval with its log is shown on the record to everyone who may read the record', async () => {
  let row = await submitted({ cost: '10000', costCur: 'USD' });
  row = await step(row, 'approve', 'division', { operateOpinion: 'Fair' });
  const { result } = await server.call('GET', `/api/dredging/${row['id']}/approval`, { token: tokens.department });
  expect(result).toMatchObject([
    {
      open: true,
      amount: '10000.00',
      submitter: 'clerk',
      submitterName: 'clerk',
      role: { en: 'Approver (department)' },
      deciders: ['department'],
      level: { code: 'DEPARTMENT', zh: '部门' },
      levels: [{ code: 'DIVISION' }, { code: 'DEPARTMENT' }],
      lines: [
        { step: 'submit', by: 'clerk', level: null, opinion: null },
        { step: 'approve', by: 'division', level: { code: 'DIVISION' }, opinion: 'Fair' },
      ],
    },
  ]);
  expect((await server.call('GET', `/api/dredging/${row['id']}/approval`, { token: tokens.leader })).status).toBe(404);
  expect((await server.call('GET', `/api/berth/${row['id']}/approval`)).status).toBe(404);
});

describe('a record under approval is visible', () => {
  const seen = async (row: Json, who: Name): Promise<[boolean, boolean]> => {
    const [task] = (await tasksOf(row)).slice(-1);
    const record = await server.call('GET', `/api/dredging/${row['id']}`, { token: tokens[who] });
    const todo = await server.call('GET', `/api/task/${task!['id']}`, { token: tokens[who] });
    const listed = (
      await server.call('POST', '/api/dredging/search', {
        token: tokens[who],
        body: { searchCondition: [{ name: 'dredgingNo', type: 'equal', value: row['dredgingNo'] }] },
      })
    ).result.records.length;
    expect(listed).toBe(record.status === 200 ? 1 : 0);
    return [record.status === 200, todo.status === 200];
  };
  test('to its submitter, to the level that decides now and to users who have decided, in any company', async () => {
    let row = await submitted({ cost: '10000', costCur: 'USD' });
    for (const [who, expected] of [
      ['clerk', true],
      ['division', true],
      ['division2', true],
      ['department', false],
      ['mate', false],
    ] as const)
      expect(await seen(row, who), who).toEqual([expected, expected]);
    row = await step(row, 'approve', 'division');
    for (const [who, expected] of [
      ['clerk', true],
      ['division', true],
      ['division2', false],
      ['department', true],
      ['mate', false],
    ] as const)
      expect(await seen(row, who), who).toEqual([expected, expected]);
    row = await step(row, 'approve', 'department');
    for (const [who, expected] of [
      ['clerk', true],
      ['division', true],
      ['division2', false],
      ['department', true],
      ['mate', false],
    ] as const)
      expect(await seen(row, who), who).toEqual([expected, expected]);
  });
});

describe('the to-do of an approval', () => {
  test('cannot be edited, deleted or closed by any user', async () => {
    const row = await submitted();
    const [task] = await tasksOf(row);
    const path = `/api/task/${task!['id']}`;
    await withoutTrace(
      server,
      () => server.call('PATCH', path, { token: tokens.clerk, body: { rev: 1, remark: 'x' } }),
      { status: 409, key: 'MSG_system_0120' },
    );
    await withoutTrace(server, () => server.call('DELETE', path, { token: tokens.clerk, body: { rev: 1 } }), {
      status: 409,
      key: 'MSG_system_0120',
    });
    await withoutTrace(
      server,
      () => server.call('POST', `${path}/actions/finish`, { token: tokens.clerk, body: { rev: 1 } }),
      { status: 409 },
    );
    for (const name of ['edit', 'delete', 'finish'])
      expect(
        (await server.call('GET', path, { token: tokens.clerk })).result['_actions'].find(
          (one: Json) => one['name'] === name,
        ),
      ).toMatchObject({ enabled: false });
  });

  test('can be selected by the roles for which the user may decide', async () => {
    const roles = async (who: Name): Promise<string[]> =>
      (await server.call('POST', '/account/getUserInfo', { token: tokens[who] })).result.heldRoles;
    expect(await roles('division')).toHaveLength(1);
    expect(await roles('division')).toEqual(await roles('division2'));
    expect((await roles('admin2')).length).toBeGreaterThan(9);
    expect(await roles('admin2')).toEqual(expect.arrayContaining(await roles('leader')));
  });
});

test('in a bulk call has its own outcome', async () => {
  const rows = [await submitted(), await submitted({}, 'admin2'), await submitted({ cost: '10000', costCur: 'USD' })];
  const items = rows.map(({ id, rev }) => ({ id, rev }));
  const { result } = await server.call('POST', '/api/dredging/bulk/approve', {
    token: tokens.admin2,
    body: { items, operateOpinion: 'All of them' },
  });
  expect(result).toMatchObject([{ ok: true }, { ok: false, key: 'MSG_generic_0070' }, { ok: true }]);
  expect(await Promise.all(rows.map(async ({ id }) => (await server.read('dredging', id))['recordStatus']))).toEqual([
    'Confirm',
    'Submit',
    'Submit',
  ]);
  const [last] = await tasksOf(rows[2]!);
  expect((await linesOf(last!)).at(-1)).toMatchObject({ operateStatus: 'Approve', operateOpinion: 'All of them' });
});

describe('simultaneous calls on two servers:', () => {
  const PARALLEL = 50;
  let other: { url: string };
  beforeAll(async () => {
    other = await server.startAnother();
  });

  test(`of ${PARALLEL} approvals one takes the step`, async () => {
    let row = await submitted({ cost: '100000', costCur: 'USD' });
    for (const [round, expected] of ['Submit', 'Submit', 'Confirm'].entries()) {
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, (_, at) =>
          act(
            row,
            'approve',
            at % 3 === 0 ? APPROVERS[round]! : at % 3 === 1 ? 'admin2' : 'admin3',
            {},
            'dredging',
            at % 2 === 0 ? server.url : other.url,
          ),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      // a later call is refused with 403 or 409, or with 404 if the level of its user no longer decides
      expect(answers.filter(({ status }) => ![200, 403, 404, 409].includes(status))).toEqual([]);
      row = await server.read('dredging', row['id']);
      expect(row['recordStatus']).toBe(expected);
    }
    const [task] = await tasksOf(row);
    expect((await linesOf(task!)).map(({ level }) => level)).toEqual([null, ...LEVELS]);
  });

  test('of approve, reject and withdraw one succeeds', async () => {
    for (let round = 0; round < 6; round++) {
      const row = await submitted();
      const answers = await Promise.all(
        ['approve', 'reject', 'unsubmit', 'approve', 'reject', 'unsubmit'].map((action, at) =>
          act(
            row,
            action,
            action === 'unsubmit' ? 'clerk' : at < 3 ? 'division' : 'division2',
            { operateOpinion: 'x' },
            'dredging',
            (at + round) % 2 === 0 ? server.url : other.url,
          ),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const now = await server.read('dredging', row['id']);
      const [task, ...more] = await tasksOf(row);
      expect(more).toEqual([]);
      expect(task).toMatchObject({ recordStatus: 'Done' });
      const last = { Confirm: 'Approve', Reject: 'Reject', Draft: 'Unsubmit' }[now['recordStatus'] as string];
      expect((await linesOf(task!)).map(({ operateStatus }) => operateStatus)).toEqual(['Submit', last]);
    }
  });

  test(`of ${PARALLEL} submissions one opens a to-do`, async () => {
    const row = await dredging();
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, at) =>
        act(row, 'submit', 'clerk', {}, 'dredging', at % 2 === 0 ? server.url : other.url),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await tasksOf(row)).toHaveLength(1);
  });
});

test('a submission says that nobody is left to approve at one of its levels', async () => {
  const away = (value: 'Y' | 'N'): Promise<unknown> =>
    server.pool.query(`update role_user set "delFlag" = $1 where "userCde" = any($2)`, [
      value,
      ['admin', 'admin2', 'admin3', 'leader'],
    ]);
  const row = await dredging({ cost: '900000', costCur: 'USD' });
  await away('Y');
  try {
    const answer = await act(row, 'submit', 'clerk');
    expect(answer).toMatchObject({ status: 200, result: { recordStatus: 'Submit' } });
    expect(answer.message).toContain('nobody is left to approve at the level “Leader”');
  } finally {
    await away('N');
  }
  const { message } = await act(await dredging({ cost: '900000', costCur: 'USD' }), 'submit', 'clerk');
  expect(message).not.toContain('nobody');
});
