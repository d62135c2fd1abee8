import { tasksOf } from '../../../generator/keywords/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { systemContext } from '../../../server/domain/identity/system.ts';
import { remind } from '../../../server/kernel/remind/remind.ts';
import type { Json } from '../../http/server.ts';
import { shiftDay } from '../days.ts';
import { TODAY } from '../sampler.ts';
import type { Row } from '../sample.ts';
import { drawnFor, showing, type Scenario, type ScenarioFixture } from './scenario.ts';
import { withRecord } from './record.ts';

/** Far from the days of any other record. */
const DUE = shiftDay(TODAY, 9500);

/**
 * Records with a due date: the to-do at each number of days before it, its values, and none once the record is closed.
 */
export async function reminderScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const { remind: word } = entity;
  if (!word) return [];
  const options = {
    change: { [word.field]: DUE },
    without: entity.children.filter(({ sets = {} }) => word.field in sets).map((child) => child.entity),
  };
  const always = [
    'x-remind',
    ...word.days.map((days) => `x-remind days ${days}`),
    ...(word.business === undefined ? [] : ['x-remind business']),
  ];
  const found = await showing(
    [...always, ...Object.keys(word.fill).map((name) => `x-remind fill ${name}`)],
    fixture.turns,
    async (turn) => {
      const sample = drawnFor(fixture, entity, turn);
      if (!sample) return undefined;
      const shows: string[] = [];
      const run = () => withRecord(fixture, sample, (row) => remindedOf(fixture, entity, row), options);
      await withRecord(
        fixture,
        sample,
        async (row) => {
          shows.push(
            ...Object.entries(word.fill)
              .filter(([, here]) => row[here] != null)
              .map(([there]) => `x-remind fill ${there}`),
          );
          return [];
        },
        options,
      );
      return { shows: [...always, ...shows], scenario: { title: `${entity.name} on its due date`, run } };
    },
  );
  const [, field, code] = /\bself\.(\w+) == '(\w+)'/.exec(word.until ?? '') ?? [];
  const sample = field === undefined ? undefined : drawnFor(fixture, entity, 0);
  const ended: Scenario[] = sample
    ? [
        {
          title: `${entity.name} on its due date, where ${word.until}`,
          rules: ['x-remind until'],
          run: () =>
            withRecord(
              fixture,
              sample,
              async (row) => {
                await fixture.store.server.pool.query(`update "${entity.table}" set "${field}" = $2 where id = $1`, [
                  row['id'],
                  code,
                ]);
                await look(fixture, shiftDay(DUE, -word.days[0]!));
                return (await tasksAbout(fixture, entity, row)).length === 0 ? [] : ['there must be no to-do'];
              },
              options,
            ),
        },
      ]
    : [];
  return [...found.map(({ shows, scenario }): Scenario => ({ ...scenario, rules: shows })), ...ended];
}

async function remindedOf(fixture: ScenarioFixture, entity: Entity, row: Json): Promise<string[]> {
  const { days, business, number, fill } = entity.remind!;
  const { tasks, machines } = tasksOf(fixture.sampler.model)!;
  const wrong: string[] = [];
  for (const [place, some] of days.entries()) {
    // there is no new to-do a day before; if no run took place on the day itself, there is one the day after
    await look(fixture, shiftDay(DUE, -some - 1));
    const early = (await tasksAbout(fixture, entity, row)).length;
    if (early !== place) wrong.push(`${some + 1} days before, there must be ${place} to-dos in all and are ${early}`);
    await look(fixture, shiftDay(DUE, place === 0 || days.includes(some - 1) ? -some : 1 - some));
    const open = (await tasksAbout(fixture, entity, row)).filter((task) => task[machines[0]!.field] !== tasks!.closed);
    const must: Row = {
      [tasks!.reminder!.due]: DUE,
      [tasks!.reminder!.days]: some,
      [tasks!.number]: row[number],
      ...(business === undefined
        ? {}
        : { [tasks!.business]: typeof business === 'object' ? row[business.field] : business }),
      ...Object.fromEntries(Object.entries(fill).map(([there, here]) => [there, row[here]])),
    };
    if (open.length !== 1) wrong.push(`${some} days before, there must be one to-do and are ${open.length}`);
    else
      wrong.push(
        ...Object.entries(must)
          .filter(([name, value]) => !isSame(open[0]![name], value))
          .map(
            ([name, value]) =>
              `${some} days before, ${name} must be ${JSON.stringify(value)} and is ${JSON.stringify(open[0]![name])}`,
          ),
      );
  }
  return wrong;
}

const isSame = (actual: unknown, value: unknown): boolean =>
  String(actual ?? '') === String(value ?? '') ||
  (actual != null && value != null && Number(actual) === Number(value)) ||
  (typeof actual === 'string' && actual.endsWith('…') && String(value).startsWith(actual.slice(0, -1)));

const tasksAbout = async (
  { sampler, store: { server } }: ScenarioFixture,
  { name }: Entity,
  { id }: Json,
): Promise<Row[]> => {
  const { table, tasks } = tasksOf(sampler.model)!;
  return (
    await server.pool.query(
      `select to_jsonb(t) as row from "${table}" t where "${tasks!.entity}" = $1 and "${tasks!.record}" = $2 order by id`,
      [name, id],
    )
  ).rows.map(({ row }: { row: Row }) => row);
};

/** Runs the reminder job for another day. */
async function look(
  {
    store: {
      server: { kernel },
    },
  }: ScenarioFixture,
  today: string,
): Promise<void> {
  const context = systemContext(kernel, { requestId: 'reminders' });
  await remind(kernel, {
    ...context,
    today,
    transaction: (work) => context.transaction((inside) => work({ ...inside, today })),
  });
}
