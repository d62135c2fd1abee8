import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import { tasksOf } from '../../generator/keywords/approval.ts';
import { today } from '../../generator/language/dates.ts';
import { openReminderRuns, type ReminderRuns } from '../http/reminderRuns.ts';
import { startTestServer, type Json, type TestServer } from '../http/server.ts';
import { shiftDay } from './days.ts';
import { Store } from './oracles/api.ts';
import { ROOTS } from './checkedEntities.ts';
import { Sampler } from './sampler/sampler.ts';
import { dueInput, makeDue } from './scenarios/reminders.ts';

/**
 * Every entity with `x-remind`, on generated rows: on each reminder day and the day next to it, twice, and after the
 * end.
 */
const model = compiledModel(ROOTS);
const sampler = new Sampler(model);
const { table, tasks } = tasksOf(model)!;
/** Far from the days of any other row. */
const DUE = shiftDay(today('Asia/Shanghai'), 9000);

let server: TestServer;
let store: Store;
let jobs: ReminderRuns[];
beforeAll(async () => {
  server = await startTestServer({ referenceData: false });
  store = new Store(server);
  jobs = await Promise.all([openReminderRuns(server), openReminderRuns(server)]);
});
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.close()));
  await server.close();
});

test('some entities have x-remind', () =>
  expect(Object.values(model.entities).filter(({ reminders }) => reminders.length > 0)).not.toEqual([]));

describe.each(
  Object.values(model.entities).flatMap(({ name, reminders }) =>
    reminders.map((remind) => ({ name, date: remind.field, remind })),
  ),
)('$name, $date', ({ name, remind }) => {
  const entity = model.entities[name]!;
  const opened = async (due: string): Promise<Json> => {
    const body = await store.body(sampler.sample(name, { fields: 'required' }));
    const row = await server.create(name, { ...body, ...dueInput(entity, remind, due) });
    await makeDue({ sampler, store }, entity, remind, row, due);
    return row;
  };
  const remindersOf = async ({ id }: Json): Promise<(number | string)[][]> =>
    (
      await server.pool.query(
        `select "${tasks!.reminder!.days}" as days, "recordStatus" from "${table}" where "${tasks!.entity}" = $1 and "${tasks!.record}" = $2 order by id`,
        [name, id],
      )
    ).rows.map((one: Json) => [one['days'], one['recordStatus']]);

  test.each(
    remind.days.flatMap(
      (days, index) =>
        [
          [days + 1, remind.days[index - 1]],
          [days, days],
          [
            days - 1,
            index + 1 < remind.days.length && remind.days[index + 1]! >= days - 1 ? remind.days[index + 1] : days,
          ],
        ] as const,
    ),
  )('reminds %i days before', async (days, expected) => {
    const row = await opened(DUE);
    // several runs at once, as of two servers
    await Promise.all([...jobs, ...jobs].map((job) => job.remind(shiftDay(DUE, -days))));
    expect((await remindersOf(row)).map(([threshold]) => threshold)).toEqual(expected === undefined ? [] : [expected]);
    const { rev } = await server.read(name, row['id']);
    const deleted = await server.call('DELETE', `/api/${name}/${row['id']}`, { body: { rev } });
    expect(deleted.status, deleted.text).toBe(200);
    expect((await remindersOf(row)).every(([, state]) => state === tasks!.closed)).toBe(true);
  });
});
