import { tasksOf } from '../../../generator/keywords/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { systemContext } from '../../../server/domain/identity/system.ts';
import { remind } from '../../../server/kernel/remind/remind.ts';
import type { Json } from '../../http/server.ts';
import { shiftDay } from '../days.ts';
import { TODAY } from '../sampleRow.ts';
import type { Row } from '../sample.ts';
import { drawnFor, showing, type Deed, type DeedGround } from './deed.ts';
import { withRecord } from './record.ts';

/** Far from the days of any other record. */
const DUE = shiftDay(TODAY, 9500);

/**
 * Records whose day comes: the to-do at each number of days before it, what it holds, and none once the matter is at an
 * end.
 */
export async function reminderDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const { remind: word } = entity;
  if (!word) return [];
  const wish = {
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
    ground.turns,
    async (turn) => {
      const sample = drawnFor(ground, entity, turn);
      if (!sample) return undefined;
      const shows: string[] = [];
      const ask = () => withRecord(ground, sample, (row) => remindedOf(ground, entity, row), wish);
      await withRecord(
        ground,
        sample,
        async (row) => {
          shows.push(
            ...Object.entries(word.fill)
              .filter(([, here]) => row[here] != null)
              .map(([there]) => `x-remind fill ${there}`),
          );
          return [];
        },
        wish,
      );
      return { shows: [...always, ...shows], deed: { title: `${entity.name} as its day comes`, ask } };
    },
  );
  const [, field, code] = /\bself\.(\w+) == '(\w+)'/.exec(word.until ?? '') ?? [];
  const sample = field === undefined ? undefined : drawnFor(ground, entity, 0);
  const ended: Deed[] = sample
    ? [
        {
          title: `${entity.name} as its day comes, where ${word.until}`,
          rules: ['x-remind until'],
          ask: () =>
            withRecord(
              ground,
              sample,
              async (row) => {
                await ground.store.server.pool.query(`update "${entity.table}" set "${field}" = $2 where id = $1`, [
                  row['id'],
                  code,
                ]);
                await look(ground, shiftDay(DUE, -word.days[0]!));
                return (await toldOf(ground, entity, row)).length === 0 ? [] : ['there must be no to-do'];
              },
              wish,
            ),
        },
      ]
    : [];
  return [...found.map(({ shows, deed }): Deed => ({ ...deed, rules: shows })), ...ended];
}

async function remindedOf(ground: DeedGround, entity: Entity, row: Json): Promise<string[]> {
  const { days, business, number, fill } = entity.remind!;
  const { tasks, machines } = tasksOf(ground.sampler.model)!;
  const wrong: string[] = [];
  for (const [place, some] of days.entries()) {
    // a day before there is no new one, and where nobody looked on the day itself, there is one the day after
    await look(ground, shiftDay(DUE, -some - 1));
    const early = (await toldOf(ground, entity, row)).length;
    if (early !== place) wrong.push(`${some + 1} days before, there must be ${place} to-dos in all and are ${early}`);
    await look(ground, shiftDay(DUE, place === 0 || days.includes(some - 1) ? -some : 1 - some));
    const open = (await toldOf(ground, entity, row)).filter((task) => task[machines[0]!.field] !== tasks!.closed);
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

const isSame = (held: unknown, value: unknown): boolean =>
  String(held ?? '') === String(value ?? '') ||
  (held != null && value != null && Number(held) === Number(value)) ||
  (typeof held === 'string' && held.endsWith('…') && String(value).startsWith(held.slice(0, -1)));

const toldOf = async ({ sampler, store: { server } }: DeedGround, { name }: Entity, { id }: Json): Promise<Row[]> => {
  const { table, tasks } = tasksOf(sampler.model)!;
  return (
    await server.pool.query(
      `select to_jsonb(t) as row from "${table}" t where "${tasks!.entity}" = $1 and "${tasks!.record}" = $2 order by id`,
      [name, id],
    )
  ).rows.map(({ row }: { row: Row }) => row);
};

/** The product's look for what is to be reminded of, as on another day. */
async function look(
  {
    store: {
      server: { kernel },
    },
  }: DeedGround,
  today: string,
): Promise<void> {
  const context = systemContext(kernel, { requestId: 'reminders' });
  await remind(kernel, {
    ...context,
    today,
    transaction: (work) => context.transaction((inside) => work({ ...inside, today })),
  });
}
