import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { today } from '../../generator/language/dates.ts';
import { systemContext } from '../../server/domain/identity/system.ts';
import { updateUndertakers } from '../../server/domain/litigation/undertakers.ts';
import { cargoBody, claimFixture } from './claimRows.ts';
import { AmountsModel, anyChange } from './litigationModel.ts';
import { FILING, LitigationRows } from './litigationRows.ts';
import { openReminderRuns } from './reminderRuns.ts';
import { act, companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** Litigation cases from filing to closing (2§3, 2§5, domain/litigation.md). */
const TODAY = today('Asia/Shanghai');

let server: TestServer;
let rows: LitigationRows;
beforeAll(async () => {
  server = await startTestServer();
  rows = await LitigationRows.open(server);
});
afterAll(() => server.close());

describe('the life of a case', () => {
  test('each step needs its record', async () => {
    const one = await rows.litigation();
    expect(one['ltgtCd']).toMatch(/^LT\d\d-\d{6}$/);
    const refuse = (action: string, key: string): Promise<unknown> =>
      withoutTrace(server, () => rows.step(one, action), { status: 409, key });
    await refuse('file', 'MSG_litigation_0111');
    await rows.file(one);
    await rows.steps(one, 'file', 'trial');
    await refuse('judge', 'MSG_litigation_0113');
    await rows.judgment(one, { docType: 'RULING' });
    await refuse('judge', 'MSG_litigation_0113');
    await rows.judgment(one, { amount: '10000.00', cur: 'USD', rmbRate: '7' });
    await rows.steps(one, 'judge');
    await refuse('appeal', 'MSG_litigation_0114');
    await rows.add(one, 'appeal', { date: '2026-02-10', appellant: 'Orient Lines' });
    await rows.steps(one, 'appeal', 'takeEffect', 'perform');
    const performance = await rows.add(one, 'performance', {
      date: '2026-03-01',
      payer: 'Orient Lines',
      dueDate: '2026-04-30',
      amount: '10000.00',
      cur: 'USD',
      rmbRate: '7',
    });
    await refuse('close', 'MSG_litigation_0118');
    await rows.add(one, 'case-summary', { date: '2026-06-01', result: 'Paid' });
    await refuse('close', 'MSG_litigation_0119');
    await withoutTrace(
      server,
      () =>
        act(server, 'performance', performance['id'], 'complete', {
          performedAmt: '9999.99',
          performedDate: '2026-04-01',
        }),
      { status: 400, errors: [expect.objectContaining({ field: 'performedAmt', key: 'MSG_litigation_0127' })] },
    );
    expect(await rows.current(one)).toMatchObject({
      adjudgedAmt: '70000.00',
      performedAmt: '0.00',
      outstandingAmt: '70000.00',
    });
    expect(
      await act(server, 'performance', performance['id'], 'complete', {
        performedAmt: '10000.00',
        performedDate: '2026-04-01',
      }),
    ).toMatchObject({ status: 200 });
    await rows.steps(one, 'close');
    expect(await rows.current(one)).toMatchObject({
      ltgtStatus: 'Closed',
      performedAmt: '70000.00',
      outstandingAmt: '0.00',
    });
  });

  test('withdrawal, retrial and enforcement need their records, and lead to the end', async () => {
    const one = await rows.litigation();
    await rows.file(one);
    await rows.steps(one, 'file', 'trial');
    await withoutTrace(server, () => rows.step(one, 'withdraw'), { status: 409, key: 'MSG_litigation_0115' });
    await rows.add(one, 'withdrawal', { date: '2026-02-01', applicant: 'Norwind' });
    await rows.steps(one, 'withdraw');
    await rows.add(one, 'case-summary', { date: '2026-02-02', result: 'Settled' });
    await rows.steps(one, 'close');

    const other = await rows.litigation();
    await rows.file(other);
    await rows.judgment(other);
    await rows.steps(other, 'file', 'trial', 'judge', 'takeEffect');
    await withoutTrace(server, () => rows.step(other, 'retrial'), { status: 409, key: 'MSG_litigation_0116' });
    await withoutTrace(server, () => rows.step(other, 'enforce'), { status: 409, key: 'MSG_litigation_0117' });
    await rows.add(other, 'retrial', { date: '2026-03-01', applicant: 'Orient Lines' });
    await rows.steps(other, 'retrial');
    await withoutTrace(server, () => rows.step(other, 'judge'), { status: 409, key: 'MSG_litigation_0113' });
    await rows.judgment(other, { date: '2026-03-15', instance: 'RETRIAL' });
    await rows.steps(other, 'judge', 'takeEffect');
    await rows.add(other, 'enforcement', { date: '2026-04-01', court: 'Shanghai Maritime Court' });
    await rows.steps(other, 'enforce', 'perform');
  });

  test.each([
    ['Draft', ['trial', 'judge', 'appeal', 'takeEffect', 'perform', 'withdraw', 'retrial', 'enforce', 'close']],
    ['Filed', ['file', 'judge', 'appeal', 'takeEffect', 'perform', 'withdraw', 'retrial', 'enforce', 'close']],
    ['Judged', ['file', 'trial', 'judge', 'perform', 'withdraw', 'retrial', 'enforce', 'close']],
    ['Effective', ['file', 'trial', 'judge', 'appeal', 'takeEffect', 'withdraw', 'close']],
  ])('from %s other steps are refused', async (state, refused) => {
    const one = await rows.withAllRecords();
    const way = { Draft: [], Filed: ['file'], Judged: ['file', 'trial', 'judge'] }[state] ?? [
      'file',
      'trial',
      'judge',
      'takeEffect',
    ];
    await rows.steps(one, ...way);
    for (const action of refused) await withoutTrace(server, () => rows.step(one, action), { status: 409 });
    expect(await rows.current(one)).toMatchObject({ ltgtStatus: state });
  });

  test('a closed case and its records are frozen', async () => {
    const one = await rows.withAllRecords();
    const record = await rows.add(one, 'court-record', { date: '2026-01-20', content: 'First hearing' });
    await rows.steps(one, 'file', 'trial', 'withdraw', 'close');
    const { rev } = await rows.current(one);
    const frozen = { status: 409, key: 'MSG_litigation_0110' };
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/litigation-case/${one['id']}`, { body: { rev, ltgtName: 'X' } }),
      { status: 409 },
    );
    await withoutTrace(server, () => server.call('DELETE', `/api/litigation-case/${one['id']}?rev=${rev}`), {
      status: 409,
    });
    await withoutTrace(
      server,
      () => server.call('POST', '/api/appeal', { body: { ltgtId: one['id'], date: '2026-05-01' } }),
      frozen,
    );
    await withoutTrace(
      server,
      () => server.call('PATCH', `/api/court-record/${record['id']}`, { body: { rev: record['rev'], content: 'X' } }),
      frozen,
    );
    await withoutTrace(
      server,
      () => server.call('DELETE', `/api/court-record/${record['id']}?rev=${record['rev']}`),
      frozen,
    );
  });
});

describe('deadlines', () => {
  test.each([
    ['in a leap year', '2024-02-20', 'N', '2024-03-06'],
    ['in a common year', '2026-02-20', 'N', '2026-03-07'],
    ['foreign-related', '2026-01-31', 'Y', '2026-03-02'],
    ['across the year', '2025-12-25', 'N', '2026-01-09'],
  ])('defence %s', async (_, fillingDate, foreignFlag, expected) => {
    expect(await rows.file(await rows.litigation(), { fillingDate, foreignFlag })).toMatchObject({
      defenceDeadline: expected,
    });
  });

  test.each<[string, Json, string | null, string | null]>([
    ['judgment of the first instance', {}, '2026-03-04', null],
    ['judgment of the second instance', { instance: 'APPEAL' }, null, null],
    ['mediation', { docType: 'MEDIATION' }, null, null],
    ['notice with an effective date', { docType: 'NOTICE', effectiveDate: '2026-08-31' }, null, null],
    ['effective at the end of August', { effectiveDate: '2026-08-31' }, '2026-03-04', '2027-02-28'],
    ['effective before a leap day', { effectiveDate: '2027-08-29' }, '2026-03-04', '2028-02-29'],
  ])('%s', async (_, fields, appealDeadline, retrialDeadline) => {
    const one = await rows.litigation();
    expect(await rows.judgment(one, { servedDate: '2026-02-17', ...fields })).toMatchObject({
      appealDeadline,
      retrialDeadline,
      deadline: retrialDeadline ?? appealDeadline,
    });
    // the appeal and the retrial take them over
    if (appealDeadline)
      expect(await rows.add(one, 'appeal', { date: '2026-02-20' })).toMatchObject({ deadline: appealDeadline });
    if (retrialDeadline)
      expect(await rows.add(one, 'retrial', { date: '2026-09-20' })).toMatchObject({ deadline: retrialDeadline });
  });

  test('follow the foreign-related flag of the case, unless another day is entered', async () => {
    const one = await rows.litigation();
    const filing = await rows.file(one, { foreignFlag: 'Y' });
    const computed = await rows.judgment(one, { servedDate: '2026-02-17' });
    // the appeals take over that of the case, the latest one
    const followed = await rows.add(one, 'appeal', { date: '2026-02-20' });
    const own = await rows.add(one, 'appeal', { date: '2026-02-20', deadline: '2026-03-20' });
    const appealDeadlines = (): Promise<string[]> =>
      Promise.all([followed, own].map(async ({ id }) => (await server.read('appeal', id))['deadline']));
    await rows.patch('litigation-filing', filing, { foreignFlag: 'N' });
    expect(await appealDeadlines()).toEqual(['2026-03-04', '2026-03-20']);
    await rows.patch('litigation-filing', filing, { foreignFlag: 'Y' });
    expect(await appealDeadlines()).toEqual(['2026-03-19', '2026-03-20']);
    const entered = await rows.judgment(one, { servedDate: '2026-02-17', otherAppealDeadline: '2026-03-23' });
    const deadlines = (): Promise<string[]> =>
      Promise.all([computed, entered].map(async ({ id }) => (await server.read('legal-document', id))['deadline']));
    expect(await deadlines()).toEqual(['2026-03-19', '2026-03-23']);
    await rows.patch('litigation-filing', filing, { foreignFlag: 'N' });
    expect(await deadlines()).toEqual(['2026-03-04', '2026-03-23']);
    expect(await rows.current(one)).toMatchObject({ appealDeadline: '2026-03-23', judgmentDue: '2026-03-04' });
    await rows.patch('legal-document', computed, { servedDate: '2026-02-20' });
    expect(await deadlines()).toEqual(['2026-03-07', '2026-03-23']);
  });

  test('enforcement, two years after the last day of performance', async () => {
    const one = await rows.litigation();
    await rows.add(one, 'performance', {
      date: '2026-01-01',
      payer: 'X',
      dueDate: '2024-02-29',
      amount: '1.00',
      cur: 'CNY',
    });
    expect(await rows.add(one, 'enforcement', { date: '2026-02-01' })).toMatchObject({ deadline: '2026-02-28' });
  });

  test('a changed rule applies to records that are saved afterwards', async () => {
    const { records } = (
      await server.call('POST', '/api/deadline-rule/search', {
        body: { searchCondition: [{ name: 'deadlineKind', type: 'equal', value: 'DEFENCE' }] },
      })
    ).result;
    const rule = records.find((row: Json) => row['foreignFlag'] === 'N');
    const change = async (days: number): Promise<void> => {
      const { rev } = await server.read('deadline-rule', rule.id);
      expect(await server.call('PATCH', `/api/deadline-rule/${rule.id}`, { body: { rev, days } })).toMatchObject({
        status: 200,
      });
    };
    await change(20);
    expect(await rows.file(await rows.litigation())).toMatchObject({ defenceDeadline: '2026-01-25' });
    await change(15);
  });

  test('the next one of the case is the earliest that is open', async () => {
    const one = await rows.litigation();
    await rows.file(one);
    expect(await rows.current(one)).toMatchObject({ nextDeadline: '2026-01-20' });
    await rows.steps(one, 'file', 'trial');
    expect(await rows.current(one)).toMatchObject({ nextDeadline: null });
    const document = await rows.judgment(one, { servedDate: '2026-02-17' });
    await rows.steps(one, 'judge');
    expect(await rows.current(one)).toMatchObject({ nextDeadline: '2026-03-04' });
    const { rev } = await server.read('legal-document', document['id']);
    await server.call('PATCH', `/api/legal-document/${document['id']}`, { body: { rev, deadlineDone: 'Y' } });
    expect(await rows.current(one)).toMatchObject({ nextDeadline: null });
  });

  test('of the appeal is settled for itself, not for the retrial', async () => {
    const one = await rows.litigation();
    await rows.file(one);
    const document = await rows.judgment(one, { servedDate: '2026-02-17', deadlineDone: 'Y' });
    await rows.steps(one, 'file', 'trial', 'judge');
    expect(await rows.current(one)).toMatchObject({ nextDeadline: null });
    await rows.patch('legal-document', document, { effectiveDate: '2026-03-05' });
    expect(await rows.current(one)).toMatchObject({ nextDeadline: '2026-09-05' });
    await rows.patch('legal-document', document, { retrialDone: 'Y' });
    expect(await rows.current(one)).toMatchObject({ nextDeadline: null });
  });

  test('to-dos go to the next person in charge, and end with the step of the case', async () => {
    await server.logInAs('lt-next', 'Litigation officer', { companyCde: rows.company });
    const runs = await openReminderRuns(server);
    const one = await rows.litigation();
    const filing = await rows.file(one, { fillingDate: '2031-01-01' });
    const due = { date: '2031-01-01', payer: 'X', dueDate: '2031-01-16', amount: '1.00', cur: 'CNY' };
    const performance = await rows.add(one, 'performance', due);
    const reminders = async (): Promise<string[]> =>
      (
        await server.pool.query(
          `select concat_ws(' ', "recordEntity", "recordStatus", "curDirector") as one from task where ("recordEntity", "recordId") in (('litigation-filing', $1), ('performance', $2)) order by 1`,
          [filing['id'], performance['id']],
        )
      ).rows.map((row: Json) => row['one']);
    await runs.remind('2031-01-14');
    expect(await reminders()).toEqual(['litigation-filing Todo admin', 'performance Todo admin']);
    await rows.patch('litigation-case', one, { personInCharge: 'lt-next' });
    expect(await reminders()).toEqual(['litigation-filing Todo lt-next', 'performance Todo lt-next']);
    await rows.steps(one, 'file', 'trial');
    expect(await reminders()).toEqual(['litigation-filing Done lt-next', 'performance Todo lt-next']);
    await runs.remind('2031-01-14');
    expect(await reminders()).toHaveLength(2);
    await runs.close();
  });

  test('the person in charge is reminded 14, 7 and 3 days before, until it is settled', async () => {
    const runs = await openReminderRuns(server);
    const one = await rows.litigation();
    const document = await rows.judgment(one, { servedDate: '2031-01-01' });
    const reminders = async (): Promise<string[]> =>
      (
        await server.pool.query(
          `select "recordStatus" || ' ' || "remindDays" as one from task where "recordEntity" = 'legal-document' and "recordId" = $1 and "curDirector" = 'admin' and "businessNo" = $2 order by id`,
          [document['id'], one['ltgtCd']],
        )
      ).rows.map((row: Json) => row['one']);
    for (const day of ['2031-01-01', '2031-01-02', '2031-01-09', '2031-01-13']) await runs.remind(day);
    expect(await reminders()).toEqual(['Done 14', 'Done 7', 'Todo 3']);
    const { rev } = await server.read('legal-document', document['id']);
    await server.call('PATCH', `/api/legal-document/${document['id']}`, { body: { rev, deadlineDone: 'Y' } });
    expect(await reminders()).toEqual(['Done 14', 'Done 7', 'Done 3']);
    await runs.close();
  });
});

describe('the calendar of a person', () => {
  const read = (address: string): Promise<Answer> => server.call('GET', new URL(address).pathname, { token: null });
  const calendarOf = async (token: string): Promise<string> =>
    (await server.call('POST', '/account/calendar', { token })).result.address;

  test('has the open deadlines of the cases of which the person is in charge', async () => {
    const token = await server.logInAs('lt-calendar', 'Litigation officer', { companyCde: rows.company });
    const address = await calendarOf(token);
    const one = await rows.litigation({ personInCharge: 'lt-calendar' });
    const document = await rows.judgment(one, { servedDate: '2031-01-01' });
    await rows.judgment(await rows.litigation(), { servedDate: '2031-01-01' });
    const { status, headers, text } = await read(address);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(text.match(/^(?:DTSTART|SUMMARY|URL).*$/gm)).toEqual([
      'DTSTART;VALUE=DATE:20310116',
      `SUMMARY:${one['ltgtCd']} Appeal or retrial deadline`,
      `URL;VALUE=URI:${server.url}/litigation/legal-document/${document['id']}`,
    ]);
    const { rev } = document;
    await server.call('PATCH', `/api/legal-document/${document['id']}`, { body: { rev, deadlineDone: 'Y' } });
    expect((await read(address)).text).not.toContain('VEVENT');
  });

  test('is closed by a new address, by its owner, and by a new password', async () => {
    const token = await server.logInAs('lt-revoked', 'Litigation officer', { companyCde: rows.company });
    expect((await server.call('GET', '/account/calendar', { token })).result).toEqual({ since: null });
    const [first, second] = [await calendarOf(token), await calendarOf(token)];
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    await server.call('DELETE', '/account/calendar', { token });
    expect((await read(second)).status).toBe(404);
    const third = await calendarOf(token);
    expect((await read(third)).status).toBe(200);
    const [{ id, rev }] = (
      await server.call('POST', '/api/person/search', {
        body: { searchCondition: [{ name: 'userCde', type: 'equal', value: 'lt-revoked' }] },
      })
    ).result.records;
    const changed = await server.call('PATCH', `/api/person/${id}`, { body: { rev, password: 'Harbour-Lantern-77' } });
    expect(changed.status, changed.text).toBe(200);
    expect((await read(third)).status).toBe(404);
  });

  test.each(['x.ics', `${'A'.repeat(43)}.ics`, '', '..%2F.ics'])('no other address has one: %s', async (file) => {
    expect((await server.call('GET', `/calendar/${file}`, { token: null })).status).toBe(404);
  });
});

describe('amounts', () => {
  test('the target amount is the total of the rows of type Target, at the rate of the filing day', async () => {
    const one = await rows.litigation();
    expect(await rows.file(one)).toMatchObject({ totalTargetAmt: '100000.00' });
    const target = await rows.add(one, 'litigation-amount', { type: 'TARGET', currency: 'USD', amount: '10000.00' });
    expect(target).toMatchObject({ rmbRate: '7.1', rmbAmount: '71000.00' });
    await rows.add(one, 'litigation-amount', { type: 'COURTFEE', currency: 'CNY', amount: '500.00' });
    await rows.add(one, 'litigation-amount', { type: 'TARGET', currency: 'USD', amount: '1000.00', rmbRate: '7' });
    expect(await rows.current(one)).toMatchObject({ targetAmt: '78000.00' });
    const [filing] = (await rows.current(one))['litigation-filing'];
    expect(filing).toMatchObject({ totalTargetAmt: '78000.00' });
    expect(await rows.current(one)).toMatchObject({ claimedAmt: '78000.00' });
    const { rev } = await server.read('litigation-amount', target['id']);
    await server.call('DELETE', `/api/litigation-amount/${target['id']}?rev=${rev}`);
    expect(await server.read('litigation-filing', filing.id)).toMatchObject({ totalTargetAmt: '7000.00' });
    expect(await rows.current(one)).toMatchObject({ targetAmt: '7000.00', claimedAmt: '7000.00' });
    await rows.steps(one, 'file');
  });

  describe('entered before the filing', () => {
    beforeAll(async () => {
      for (const [exRateDate, exRate] of [
        [TODAY, '7.3'],
        ['2026-02-10', '7.2'],
      ])
        await server.create('exchange-rate', { fromCur: 'USD', toCur: 'CNY', exRateDate, exRate });
    });
    const ONE_DOLLAR = { type: 'TARGET', currency: 'USD', amount: '100.00' };

    test('have the rate of their day, and that of the filing day once it is known', async () => {
      const one = await rows.litigation();
      const computed = await rows.add(one, 'litigation-amount', ONE_DOLLAR);
      const entered = await rows.add(one, 'litigation-amount', { ...ONE_DOLLAR, rmbRate: '6.5' });
      const rates = (): Promise<unknown[]> =>
        Promise.all(
          [computed, entered].map(async ({ id }) => {
            const { rmbRate, rateDate, rmbAmount } = await server.read('litigation-amount', id);
            return [rmbRate, rateDate, rmbAmount];
          }),
        );
      expect(await rates()).toEqual([
        ['7.3', TODAY, '730.00'],
        ['6.5', TODAY, '650.00'],
      ]);
      const filing = await rows.file(one, { totalTargetAmt: undefined });
      expect(await rates()).toEqual([
        ['7.1', '2026-01-05', '710.00'],
        ['6.5', '2026-01-05', '650.00'],
      ]);
      expect(await server.read('litigation-filing', filing['id'])).toMatchObject({ totalTargetAmt: '1360.00' });
      await rows.patch('litigation-filing', filing, { fillingDate: '2026-02-12' });
      expect(await rates()).toEqual([
        ['7.2', '2026-02-12', '720.00'],
        ['6.5', '2026-02-12', '650.00'],
      ]);
      expect(await rows.current(one)).toMatchObject({ targetAmt: '1370.00', claimedAmt: '1370.00' });
      await rows.remove('litigation-filing', filing);
      expect((await rates())[0]).toEqual(['7.2', '2026-02-12', '720.00']);
    });

    test('keep their rate if none of the filing day is known', async () => {
      const one = await rows.litigation();
      const { id } = await rows.add(one, 'litigation-amount', ONE_DOLLAR);
      await rows.file(one, { fillingDate: '2020-01-05', totalTargetAmt: undefined });
      const kept = { rmbRate: '7.3', rateDate: TODAY, rmbAmount: '730.00' };
      expect(await server.read('litigation-amount', id)).toMatchObject(kept);
      expect(await rows.patch('litigation-amount', { id }, { remark: 'Invoice 7' })).toMatchObject(kept);
      // a new one of that day needs an entered rate
      await withoutTrace(
        server,
        () => server.call('POST', '/api/litigation-amount', { body: { ltgtId: one['id'], ...ONE_DOLLAR } }),
        { status: 400, errors: expect.arrayContaining([expect.objectContaining({ field: 'rmbRate' })]) },
      );
    });

    test('sum to the target amount of the first instance, not necessarily of later ones', async () => {
      const one = await rows.litigation();
      await rows.add(one, 'litigation-amount', { ...ONE_DOLLAR, currency: 'CNY' });
      const body = { ltgtId: one['id'], ...FILING, totalTargetAmt: '100.01' };
      const refused = {
        status: 400,
        errors: [expect.objectContaining({ field: 'totalTargetAmt', key: 'MSG_litigation_0128' })],
      };
      await withoutTrace(server, () => server.call('POST', '/api/litigation-filing', { body }), refused);
      const filing = await rows.file(one, { totalTargetAmt: '100.00' });
      await withoutTrace(
        server,
        () =>
          server.call('PATCH', `/api/litigation-filing/${filing['id']}`, {
            body: { rev: filing['rev'], totalTargetAmt: '99.99' },
          }),
        refused,
      );
      expect(await rows.file(one, { ltgtType: 'APPEAL', totalTargetAmt: '60.00' })).toMatchObject({
        totalTargetAmt: '60.00',
      });
      expect(await rows.current(one)).toMatchObject({ claimedAmt: '100.00' });
    });

    test('and all figures of the case agree with a simple model after any changes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyChange, { minLength: 3, maxLength: 14 }), async (changes) => {
          const model = new AmountsModel(rows, await rows.litigation());
          for (const change of changes) await model.apply(change);
          expect(await model.stored(), JSON.stringify(changes)).toEqual(model.expected());
        }),
        { numRuns: 25 },
      );
    });
  });

  test('the amount in CNY is the amount times the rate', async () => {
    const one = await rows.litigation();
    await withoutTrace(
      server,
      () =>
        server.call('POST', '/api/litigation-amount', {
          body: { ltgtId: one['id'], type: 'TARGET', currency: 'USD', amount: '1.00', rmbRate: '7', rmbAmount: '7.01' },
        }),
      { status: 400, errors: [expect.objectContaining({ field: 'rmbAmount', key: 'MSG_litigation_0125' })] },
    );
  });

  test('the latest judgment counts', async () => {
    const one = await rows.litigation();
    await rows.judgment(one, { amount: '100.00', cur: 'CNY' });
    await rows.judgment(one, { date: '2026-05-01', amount: '60.00', cur: 'CNY', instance: 'APPEAL' });
    expect(await rows.current(one)).toMatchObject({ adjudgedAmt: '60.00' });
    const document = { date: '2026-02-01', docType: 'JUDGMENT', cur: 'CNY' };
    const created = await rows.litigation({ 'legal-document': [{ ...document, amount: '70.00' }] });
    expect(created).toMatchObject({ adjudgedAmt: '70.00', outstandingAmt: '70.00' });
    await rows.judgment(created, { ...document, amount: '80.00' });
    expect(await rows.current(created)).toMatchObject({ adjudgedAmt: '80.00' });
  });
});

describe('persons', () => {
  test('edit if they are in charge, undertakers or the creator; others of the company read', async () => {
    const other = String((await server.create('company', companyBody()))['companyCde']);
    const people = {
      charge: await server.logInAs('lt-charge', 'Litigation officer', { companyCde: other }),
      undertaker: await server.logInAs('lt-under', 'Litigation officer', { companyCde: other }),
      colleague: await server.logInAs('lt-colleague', 'Litigation officer', { companyCde: rows.company }),
      stranger: await server.logInAs('lt-stranger', 'Litigation officer', { companyCde: other }),
    };
    const one = await rows.litigation({ personInCharge: 'lt-charge' });
    await rows.add(one, 'undertaker', { date: '2026-01-01', userCde: 'lt-under', from: '2026-01-01' });
    const record = await rows.add(one, 'court-record', { date: '2026-01-20', content: 'First hearing' });
    const codes: Json = {};
    for (const [who, token] of Object.entries(people)) {
      const seen = await server.call('GET', `/api/litigation-case/${one['id']}`, { token });
      const { rev } = await rows.current(one);
      const saved = await server.call('PATCH', `/api/litigation-case/${one['id']}`, {
        token,
        body: { rev, ltgtName: who },
      });
      const stepped = await server.call('POST', `/api/litigation-case/${one['id']}/actions/trial`, {
        token,
        body: { rev },
      });
      const added = await server.call('POST', '/api/court-record', {
        token,
        body: { ltgtId: one['id'], date: '2026-01-21' },
      });
      const { rev: revOfRecord } = await server.read('court-record', record['id']);
      const path = `/api/court-record/${record['id']}`;
      const changed = await server.call('PATCH', path, { token, body: { rev: revOfRecord, content: who } });
      const { id: unneeded } = await rows.add(one, 'court-record', { date: '2026-01-22' });
      const deleted = await server.call('DELETE', `/api/court-record/${unneeded}?rev=1`, { token });
      codes[who] = [seen, saved, stepped, added, changed, deleted].map(({ status }) => status);
    }
    // a step from another state is refused to editors with 409
    const edits = [200, 200, 409, 201, 200, 200];
    expect(codes).toEqual({
      charge: edits,
      undertaker: edits,
      colleague: [200, 403, 403, 403, 403, 403],
      stranger: [404, 404, 404, 400, 404, 404],
    });
  });

  test('an undertaker edits until the last day, and periods of a person do not overlap', async () => {
    const one = await rows.litigation();
    const ended = { date: '2025-01-01', userCde: 'lt-under', from: '2025-01-01', to: '2025-06-30' };
    await rows.add(one, 'undertaker', ended);
    expect(await rows.current(one)).toMatchObject({ undertakers: null });
    const body = { ltgtId: one['id'], date: '2025-01-01', userCde: 'lt-under', from: '2025-06-30' };
    await withoutTrace(server, () => server.call('POST', '/api/undertaker', { body }), { status: 409 });
    const last = await rows.add(one, 'undertaker', { ...ended, from: '2025-07-01', to: today('Asia/Shanghai') });
    expect(await rows.current(one)).toMatchObject({ undertakers: ['lt-under'] });
    const { id, rev } = await rows.add(one, 'undertaker', { ...ended, from: '2099-01-01', to: '2099-06-30' });
    expect(await rows.current(one)).toMatchObject({ undertakers: ['lt-under'] });
    await server.call('DELETE', `/api/undertaker/${id}`, { body: { rev } });
    // as on the day after
    await server.pool.query(`update undertaker set "to" = "to" - 1 where id = $1`, [last['id']]);
    await updateUndertakers(server.kernel, systemContext(server.kernel, { requestId: 'hourly' }));
    expect(await rows.current(one)).toMatchObject({ undertakers: null });
  });

  test('an undertaker whose period has ended sees the case no more, even if it is closed', async () => {
    const companyCde = String((await server.create('company', companyBody()))['companyCde']);
    const token = await server.logInAs('lt-former', 'Litigation officer', { companyCde });
    const one = await rows.withAllRecords();
    const from = '2026-01-01';
    const period = await rows.add(one, 'undertaker', { date: from, userCde: 'lt-former', from, to: TODAY });
    await rows.steps(one, 'file', 'trial', 'withdraw', 'close');
    const seen = async (): Promise<number> =>
      (await server.call('GET', `/api/litigation-case/${one['id']}`, { token })).status;
    expect(await seen()).toBe(200);
    await server.pool.query(`update undertaker set "to" = "to" - 1 where id = $1`, [period['id']]);
    await updateUndertakers(server.kernel, systemContext(server.kernel, { requestId: 'hourly' }));
    expect(await seen()).toBe(404);
    expect(await rows.current(one)).toMatchObject({ ltgtStatus: 'Closed', undertakers: null });
  });
});

test('linked claims show the case, which has their kinds', async () => {
  const fixture = await claimFixture(server);
  const claim = await server.create('cargo-claim', cargoBody(fixture));
  const one = await rows.litigation({ linkedCaseNo: [claim['ourRef']] });
  expect(one).toMatchObject({ linkedCaseType: ['CARGO'] });
  // the claim shows its litigation, also in its history
  const { records } = (
    await server.call('POST', '/api/litigation-case/search', {
      body: { searchCondition: [{ name: 'linkedCaseNo', type: 'equal', value: claim['ourRef'] }] },
    })
  ).result;
  expect(records.map((row: Json) => row['ltgtCd'])).toEqual([one['ltgtCd']]);
  const history = await server.call('GET', `/api/cargo-claim/${claim['id']}/history?parts=true&of=litigation-case`);
  expect(history.result.records).toMatchObject([{ action: 'create', part: { id: one['id'] } }]);
  const { rev } = one;
  expect(
    await server.call('PATCH', `/api/litigation-case/${one['id']}`, { body: { rev, linkedCaseNo: null } }),
  ).toMatchObject({ result: { linkedCaseType: null } });
});
