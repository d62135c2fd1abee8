import type { ChangeLog } from '../../../generator/model/changeLog.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { PERSON } from '../caller.ts';
import { validChanges } from '../cases.ts';
import type { Row, Sample } from '../sample.ts';
import { writtenChildren } from '../limits.ts';
import { TODAY } from '../today.ts';
import { withSameFields } from '../withSameFields.ts';
import { sampleFor, fieldNamed, withoutLink, valueFor, type Scenario, type ScenarioFixture } from './scenario.ts';
import { create, freshBody, removeRecord, withRecord } from './record.ts';

/** Two records of one group: the latest while both exist, and after the later one is deleted. */
export function latestScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  const { latest } = entity;
  if (!latest) return [];
  const first = fixture.sampler.sample(entity.name);
  const second = fixture.sampler.find(entity.name, withSameFields(first, latest.by, {}));
  if (!second) return [];
  const flagOf = async ({ id }: Json): Promise<unknown> =>
    (await fixture.store.server.read(entity.name, id))[latest.field];
  const flagDifference = (what: string, flag: unknown, expected: string): string[] =>
    flag === expected ? [] : [`${what} must have ${expected} in ${latest.field} and has ${String(flag)}`];
  return [
    {
      title: `${entity.name}: the latest of one group`,
      rules: ['x-latest'],
      run: () =>
        withRecord(fixture, first, async (one) => {
          const both = await withRecord(
            fixture,
            second,
            async (other) => {
              const isLater = String(other[latest.from]) >= String(one[latest.from]);
              return [
                ...flagDifference('the first', await flagOf(one), isLater ? 'N' : 'Y'),
                ...flagDifference('the second', await flagOf(other), isLater ? 'Y' : 'N'),
              ];
            },
            { change: Object.fromEntries(latest.by.map((name) => [name, one[name]])) },
          );
          return [...both, ...flagDifference('the remaining one', await flagOf(one), 'Y')];
        }),
    },
  ];
}

/** The lines of a log for changes of a record, and in a log of operations also for those on its children. */
export function logScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  const log = entity.changeLog;
  const sample = log && sampleFor(fixture, entity, 0);
  const [change] = sample ? validChanges(sample, fixture.sampler) : [];
  if (!log || !sample || !change) return [];
  const childSample = writtenChildren(fixture.sampler.model, entity).flatMap(
    (child) => fixture.sampler.find(child.entity, { parent: sample, mayBreakParent: true }) ?? [],
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
      title: `${entity.name} changed: lines of its log`,
      rules,
      run: () => withRecord(fixture, sample, (row) => checkLog(fixture, sample, row, change, childSample)),
    },
  ];
}

async function checkLog(
  fixture: ScenarioFixture,
  { entity }: Sample,
  row: Json,
  { field, value }: { field: Field; value: unknown },
  childSample: Sample | undefined,
): Promise<string[]> {
  const { server } = fixture.store;
  const log = entity.changeLog!;
  const required: Row[] = 'operation' in log ? [lineOf(log, 'add', row)] : [];
  const changed = await server.call('PATCH', `/api/${entity.name}/${row['id']}`, {
    body: { [field.name]: value, rev: (await server.read(entity.name, row['id']))['rev'], acceptWarnings: true },
  });
  if (changed.status !== 200) return [`a change of ${field.name} was refused with ${changed.status} ${changed.text}`];
  required.push(
    'operation' in log ? lineOf(log, 'edit', changed.result) : { [log.item]: field.name, [log.action]: 'update' },
  );
  if (childSample && 'operation' in log) {
    const { via } = entity.children.find((child) => child.entity === childSample.entity.name)!;
    const added = await create(fixture, childSample.entity, {
      ...(await freshBody(fixture, withoutLink(childSample, via))),
      [via]: row[fieldNamed(childSample.entity, via).ref!.by],
    });
    if (added.status === 201) required.push(lineOf(log, `${childSample.entity.name}.add`, changed.result));
  }
  const { rows } = await server.pool.query(
    `select to_jsonb(t) as line from "${server.kernel.registry.model.entities[log.entity]!.table}" t where "${log.via}" = $1 order by id`,
    [row['id']],
  );
  const lines = rows.map(({ line }: { line: Row }) => line);
  return required
    .filter((one) => !lines.some((line) => Object.entries(one).every(([name, must]) => line[name] === must)))
    .map((one) => `the log is missing ${JSON.stringify(one)}`);
}

const lineOf = (log: Extract<ChangeLog, { operation: string }>, operation: string, row: Row): Row => ({
  [log.operation]: operation,
  ...(log.by === undefined ? {} : { [log.by]: PERSON.userCde }),
  ...(log.on === undefined ? {} : { [log.on]: TODAY }),
  ...Object.fromEntries(Object.entries(log.copies ?? {}).map(([logField, field]) => [logField, row[field]])),
});

/** Parent fields that children set immediately: a child is added, changed and deleted. */
export function childSetScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  return writtenChildren(fixture.sampler.model, entity).flatMap((child) =>
    Object.entries(child.sets ?? {})
      .filter(([, set]) => set.in === undefined)
      .flatMap(([own, { to, was }]): Scenario[] => {
        const sample = sampleFor(fixture, entity, 0);
        const childSample = sample && fixture.sampler.find(child.entity, { parent: sample, mayBreakParent: true });
        if (!sample || !childSample) return [];
        const { server } = fixture.store;
        const readParent = (id: string): Promise<Json> => server.read(entity.name, id);
        const difference = (what: string, actual: unknown, expected: unknown): string[] =>
          (actual ?? null) === (expected ?? null)
            ? []
            : [`${what} must be ${JSON.stringify(expected)} and is ${JSON.stringify(actual)}`];
        return [
          {
            title: `${entity.name}: ${own} as ${child.entity} sets it`,
            rules: [`x-child ${child.entity} sets ${own}`],
            run: () =>
              withRecord(fixture, sample, async ({ id }) => {
                const before = await readParent(id);
                const added = await create(fixture, childSample.entity, {
                  ...(await freshBody(fixture, withoutLink(childSample, child.via))),
                  [child.via]: before[fieldNamed(childSample.entity, child.via).ref!.by],
                });
                if (added.status !== 201)
                  return [`a new ${child.entity} was refused with ${added.status} ${added.text}`];
                const childRow = added.result as Json;
                const wrong = [
                  ...difference(`${own} with a new child`, (await readParent(id))[own], childRow[to]),
                  ...difference(`${was} of the child`, childRow[was], before[own]),
                ];
                const changed = await server.call('PATCH', `/api/${child.entity}/${childRow['id']}`, {
                  body: {
                    [to]: await valueFor(fixture, fieldNamed(childSample.entity, to)),
                    rev: childRow['rev'],
                    acceptWarnings: true,
                  },
                });
                if (changed.status === 200)
                  wrong.push(
                    ...difference(
                      `${own} with a changed child`,
                      (await readParent(id))[own],
                      (changed.result as Json)[to],
                    ),
                  );
                await removeRecord(fixture, childSample.entity, childRow);
                return [...wrong, ...difference(`${own} without the child`, (await readParent(id))[own], before[own])];
              }),
          },
        ];
      }),
  );
}
