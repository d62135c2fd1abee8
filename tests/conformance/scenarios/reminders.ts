import { tasksOf } from '../../../generator/keywords/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Remind } from '../../../generator/model/remind.ts';
import { fieldNamesIn } from '../../../generator/language/expression/fieldNames.ts';
import { systemContext } from '../../../server/domain/identity/system.ts';
import { remind } from '../../../server/kernel/remind/remind.ts';
import type { Json } from '../../http/server.ts';
import { PERSON } from '../caller.ts';
import { shiftDay } from '../days.ts';
import { combined, valuesOf } from '../operations/situations.ts';
import { isWritable } from '../sampler/fields.ts';
import { TODAY } from '../today.ts';
import type { Row } from '../sample.ts';
import { fieldNamed, sampleFor, findSamplesTesting, type Scenario, type ScenarioFixture } from './scenario.ts';
import { withRecord } from './record.ts';

/** Far from the days of any other record. */
const DUE = shiftDay(TODAY, 9500);

/**
 * Records with a due date: there is a to-do with the expected values at each threshold, and none for a closed record.
 */
export async function reminderScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const reminder of entity.reminders) scenarios.push(...(await scenariosOfDate(entity, reminder, fixture)));
  return scenarios;
}

/** The name of the reminders of a date in the names of their rules. */
export const nameOfReminder = ({ reminders }: Pick<Entity, 'reminders'>, { field }: Remind): string =>
  reminders.length > 1 ? `x-remind ${field}` : 'x-remind';

/** The scenarios of the reminders of one date. */
async function scenariosOfDate(entity: Entity, reminder: Remind, fixture: ScenarioFixture): Promise<Scenario[]> {
  const name = nameOfReminder(entity, reminder);
  const options = {
    change: dueInput(entity, reminder, DUE),
    without: entity.children.filter(({ sets = {} }) => reminder.field in sets).map((child) => child.entity),
  };
  const always = [
    name,
    ...reminder.days.map((days) => `${name} days ${days}`),
    ...(reminder.business === undefined ? [] : [`${name} business`]),
  ];
  const found = await findSamplesTesting(
    [...always, ...Object.keys(reminder.fill).map((there) => `${name} fill ${there}`)],
    fixture.turns,
    async (turn) => {
      const sample = sampleFor(fixture, entity, turn);
      if (!sample) return undefined;
      const tested: string[] = [];
      const run = () =>
        withRecord(
          fixture,
          sample,
          async (row) => {
            await makeDue(fixture, entity, reminder, row, DUE);
            return checkReminders(fixture, entity, reminder, row);
          },
          options,
        );
      await withRecord(
        fixture,
        sample,
        async (row) => {
          tested.push(
            ...Object.entries(reminder.fill)
              .filter(([, here]) => row[here] != null)
              .map(([there]) => `${name} fill ${there}`),
          );
          return [];
        },
        options,
      );
      return { tested: [...always, ...tested], scenario: { title: `${entity.name} on its ${reminder.field}`, run } };
    },
  );
  const [, field, code] = /\bself\.(\w+) == '(\w+)'/.exec(reminder.until ?? '') ?? [];
  const sample = field === undefined ? undefined : sampleFor(fixture, entity, 0);
  const ended: Scenario[] = sample
    ? [
        {
          title: `${entity.name} on its ${reminder.field}, where ${reminder.until}`,
          rules: [`${name} until`],
          run: () =>
            withRecord(
              fixture,
              sample,
              async (row) => {
                await makeDue(fixture, entity, reminder, row, DUE);
                await writeDirectly(fixture, entity, row, { [field!]: code });
                await runReminders(fixture, shiftDay(DUE, -reminder.days[0]!));
                return (await tasksAbout(fixture, entity, row)).length === 0 ? [] : ['there must be no to-do'];
              },
              options,
            ),
        },
      ]
    : [];
  return [...found.map(({ tested, scenario }): Scenario => ({ ...scenario, rules: tested })), ...ended];
}

/** The due date of reminders as input of a new record; nothing if it is the result of a formula. */
export function dueInput(entity: Entity, { field }: Remind, due: string): Row {
  return isWritable(fieldNamed(entity, field)) ? { [field]: due } : {};
}

/**
 * Writes the due date of reminders unless it is input, and choices that the condition under which reminders end reads,
 * so that it does not hold for the record.
 */
export async function makeDue(
  fixture: Pick<ScenarioFixture, 'sampler' | 'store'>,
  entity: Entity,
  reminder: Remind,
  row: Json,
  due: string,
): Promise<void> {
  const { field, until = '' } = reminder;
  const { sampler } = fixture;
  if (!(field in dueInput(entity, reminder, due))) await writeDirectly(fixture, entity, row, { [field]: due });
  const goesOn = (values: Row): boolean =>
    sampler.evaluatorOf(entity).test(until, { ...row, ...values }, { today: TODAY, user: PERSON }) !== true;
  if (until === '' || goesOn({})) return;
  const read = fieldNamesIn(until, 'self').map((name) => fieldNamed(entity, name));
  const choices = read
    .filter((field) => field?.options !== undefined || field?.kind === 'yesNo')
    .map((field): [string, unknown[]] => [field.name, valuesOf(field, until, row[field.name], sampler)]);
  for (const values of combined(choices)) if (goesOn(values)) return writeDirectly(fixture, entity, row, values);
}

/** Writes values that only the server sets. */
async function writeDirectly(
  { store }: Pick<ScenarioFixture, 'store'>,
  { table }: Entity,
  { id }: Json,
  values: Row,
): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await store.server.pool.query(`update "${table}" set "${name}" = $2 where id = $1`, [id, value]);
}

async function checkReminders(
  fixture: ScenarioFixture,
  entity: Entity,
  { days, business, number, fill }: Remind,
  row: Json,
): Promise<string[]> {
  const { tasks, machines } = tasksOf(fixture.sampler.model)!;
  const wrong: string[] = [];
  for (const [place, threshold] of days.entries()) {
    // no to-do is due a day before the threshold; a run on the day after creates a missed one
    await runReminders(fixture, shiftDay(DUE, -threshold - 1));
    const early = (await tasksAbout(fixture, entity, row)).length;
    if (early !== place)
      wrong.push(`${threshold + 1} days before, there must be ${place} to-dos in all and are ${early}`);
    await runReminders(
      fixture,
      shiftDay(DUE, place === 0 || days.includes(threshold - 1) ? -threshold : 1 - threshold),
    );
    const open = (await tasksAbout(fixture, entity, row)).filter((task) => task[machines[0]!.field] !== tasks!.closed);
    const expected: Row = {
      [tasks!.reminder!.due]: DUE,
      [tasks!.reminder!.days]: threshold,
      [tasks!.number]: row[number],
      ...(business === undefined
        ? {}
        : { [tasks!.business]: typeof business === 'object' ? row[business.field] : business }),
      ...Object.fromEntries(Object.entries(fill).map(([there, here]) => [there, row[here]])),
    };
    if (open.length !== 1) wrong.push(`${threshold} days before, there must be one to-do and are ${open.length}`);
    else
      wrong.push(
        ...Object.entries(expected)
          .filter(([name, value]) => !isSame(open[0]![name], value))
          .map(
            ([name, value]) =>
              `${threshold} days before, ${name} must be ${JSON.stringify(value)} and is ${JSON.stringify(open[0]![name])}`,
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
async function runReminders(
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
