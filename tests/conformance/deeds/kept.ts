import type { ChangeLog } from '../../../generator/model/changeLog.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { PERSON } from '../caller.ts';
import { soundChanges } from '../cases.ts';
import type { Row, Sample } from '../sample.ts';
import { writtenChildren } from '../limits.ts';
import { TODAY } from '../sampleRow.ts';
import { beside } from '../wish.ts';
import { drawnFor, fieldNamed, linkless, valueFor, type Deed, type DeedGround } from './deed.ts';
import { create, freshBody, takeAway, withRecord } from './record.ts';

/** Two records of one thing: which of them is the latest, while both are there and when the later one is gone. */
export function latestDeeds(entity: Entity, ground: DeedGround): Deed[] {
  const { latest } = entity;
  if (!latest) return [];
  const first = ground.sampler.sample(entity.name);
  const second = ground.sampler.find(entity.name, beside(first, latest.by, {}));
  if (!second) return [];
  const flagOf = async ({ id }: Json): Promise<unknown> =>
    (await ground.store.server.read(entity.name, id))[latest.field];
  const must = (what: string, flag: unknown, expected: string): string[] =>
    flag === expected ? [] : [`${what} must have ${expected} in ${latest.field} and has ${String(flag)}`];
  return [
    {
      title: `${entity.name}: the latest of one thing`,
      rules: ['x-latest'],
      ask: () =>
        withRecord(ground, first, async (one) => {
          const both = await withRecord(
            ground,
            second,
            async (other) => {
              const isLater = String(other[latest.from]) >= String(one[latest.from]);
              return [
                ...must('the first', await flagOf(one), isLater ? 'N' : 'Y'),
                ...must('the second', await flagOf(other), isLater ? 'Y' : 'N'),
              ];
            },
            { change: Object.fromEntries(latest.by.map((name) => [name, one[name]])) },
          );
          return [...both, ...must('the one that is left', await flagOf(one), 'Y')];
        }),
    },
  ];
}

/** The lines of a log: of what is done to a record, and by operations also to its parts. */
export function logDeeds(entity: Entity, ground: DeedGround): Deed[] {
  const log = entity.changeLog;
  const sample = log && drawnFor(ground, entity, 0);
  const [change] = sample ? soundChanges(sample, ground.sampler) : [];
  if (!log || !sample || !change) return [];
  const part = writtenChildren(ground.sampler.model, entity).flatMap(
    (child) => ground.sampler.find(child.entity, { parent: sample, loose: true }) ?? [],
  )[0];
  const rules =
    'operation' in log
      ? [
          'x-changeLog',
          ...(log.by === undefined ? [] : ['x-changeLog by']),
          ...(log.on === undefined ? [] : ['x-changeLog on']),
          ...Object.keys(log.copies ?? {}).map((name) => `x-changeLog copies ${name}`),
        ]
      : ['x-changeLog'];
  return [
    {
      title: `${entity.name} changed: what its log tells`,
      rules,
      ask: () => withRecord(ground, sample, (row) => logged(ground, sample, row, change, part)),
    },
  ];
}

async function logged(
  ground: DeedGround,
  { entity }: Sample,
  row: Json,
  { field, value }: { field: Field; value: unknown },
  part: Sample | undefined,
): Promise<string[]> {
  const { server } = ground.store;
  const log = entity.changeLog!;
  const told: Row[] = 'operation' in log ? [lineOf(log, 'add', row)] : [];
  const changed = await server.call('PATCH', `/api/${entity.name}/${row['id']}`, {
    body: { [field.name]: value, rev: (await server.read(entity.name, row['id']))['rev'], acceptWarnings: true },
  });
  if (changed.status !== 200) return [`a change of ${field.name} was refused with ${changed.status} ${changed.text}`];
  told.push(
    'operation' in log ? lineOf(log, 'edit', changed.result) : { [log.item]: field.name, [log.action]: 'update' },
  );
  if (part && 'operation' in log) {
    const { via } = entity.children.find((child) => child.entity === part.entity.name)!;
    const added = await create(ground, part.entity, {
      ...(await freshBody(ground, linkless(part, via))),
      [via]: row[fieldNamed(part.entity, via).ref!.by],
    });
    if (added.status === 201) told.push(lineOf(log, `${part.entity.name}.add`, changed.result));
  }
  const { rows } = await server.pool.query(
    `select to_jsonb(t) as line from "${server.kernel.registry.model.entities[log.entity]!.table}" t where "${log.via}" = $1 order by id`,
    [row['id']],
  );
  const lines = rows.map(({ line }: { line: Row }) => line);
  return told
    .filter((one) => !lines.some((line) => Object.entries(one).every(([name, must]) => line[name] === must)))
    .map((one) => `the log does not tell ${JSON.stringify(one)}`);
}

const lineOf = (log: Extract<ChangeLog, { operation: string }>, operation: string, row: Row): Row => ({
  [log.operation]: operation,
  ...(log.by === undefined ? {} : { [log.by]: PERSON.userCde }),
  ...(log.on === undefined ? {} : { [log.on]: TODAY }),
  ...Object.fromEntries(Object.entries(log.copies ?? {}).map(([there, here]) => [there, row[here]])),
});

/** What parts set in their whole at once: a part that comes, changes and goes. */
export function setDeeds(entity: Entity, ground: DeedGround): Deed[] {
  return writtenChildren(ground.sampler.model, entity).flatMap((child) =>
    Object.entries(child.sets ?? {})
      .filter(([, set]) => set.in === undefined)
      .flatMap(([own, { to, was }]): Deed[] => {
        const sample = drawnFor(ground, entity, 0);
        const part = sample && ground.sampler.find(child.entity, { parent: sample, loose: true });
        if (!sample || !part) return [];
        const { server } = ground.store;
        const whole = (id: string): Promise<Json> => server.read(entity.name, id);
        const same = (what: string, one: unknown, other: unknown): string[] =>
          (one ?? null) === (other ?? null)
            ? []
            : [`${what} must be ${JSON.stringify(other)} and is ${JSON.stringify(one)}`];
        return [
          {
            title: `${entity.name}: ${own} as ${child.entity} sets it`,
            rules: [`x-child ${child.entity} sets ${own}`],
            ask: () =>
              withRecord(ground, sample, async ({ id }) => {
                const before = await whole(id);
                const added = await create(ground, part.entity, {
                  ...(await freshBody(ground, linkless(part, child.via))),
                  [child.via]: before[fieldNamed(part.entity, child.via).ref!.by],
                });
                if (added.status !== 201)
                  return [`a new ${child.entity} was refused with ${added.status} ${added.text}`];
                const one = added.result as Json;
                const wrong = [
                  ...same(`${own} with a new part`, (await whole(id))[own], one[to]),
                  ...same(`${was} of the part`, one[was], before[own]),
                ];
                const changed = await server.call('PATCH', `/api/${child.entity}/${one['id']}`, {
                  body: {
                    [to]: await valueFor(ground, fieldNamed(part.entity, to)),
                    rev: one['rev'],
                    acceptWarnings: true,
                  },
                });
                if (changed.status === 200)
                  wrong.push(
                    ...same(`${own} with a changed part`, (await whole(id))[own], (changed.result as Json)[to]),
                  );
                await takeAway(ground, part.entity, one);
                return [...wrong, ...same(`${own} without the part`, (await whole(id))[own], before[own])];
              }),
          },
        ];
      }),
  );
}
