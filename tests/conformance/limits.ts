import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Child } from '../../generator/model/child.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Json } from '../http/server.ts';
import { needsSibling } from './boundRows.ts';
import type { Complaint } from './case.ts';
import type { Sample } from './sample.ts';
import { disagreement, remove, type Store } from './judges/api.ts';
import { openedBy } from './neededRows.ts';
import type { Sampler } from './sampleRow.ts';
import { drawn } from './useStore.ts';

/** A row that comes with so many parts, and the key of its refusal; absent where it must be taken. */
export interface LimitCase {
  title: string;
  entity: Entity;
  child: Child;
  siblings: number;
  key?: string;
}

/** The parts that can come along with a new row. */
export const writtenChildren = ({ entities }: Model, entity: Entity): Child[] =>
  entity.children.filter(
    (child) =>
      !entities[child.entity]!.readOnly &&
      !openedBy(entity, entities[child.entity]!) &&
      !needsSibling(entities[child.entity]!, entity),
  );

/** At least and at most so many parts: none, the least, the most and one over. */
export const limitCases = (model: Model, entity: Entity): LimitCase[] =>
  writtenChildren(model, entity).flatMap((child): LimitCase[] => {
    const { min = 0, max } = child;
    return [
      {
        title: `none of ${child.entity}`,
        entity,
        child,
        siblings: 0,
        ...(min > 0 ? { key: MESSAGE.tooFewChildren } : {}),
      },
      { title: `the least of ${child.entity}`, entity, child, siblings: Math.max(min, 1) },
      ...(max === undefined
        ? []
        : [
            { title: `the most of ${child.entity}`, entity, child, siblings: max },
            { title: `one over of ${child.entity}`, entity, child, siblings: max + 1, key: MESSAGE.tooManyChildren },
          ]),
    ];
  });

/** What the API says otherwise of a row with so many parts; a row that it took is taken away again. */
export async function askLimit(
  store: Store,
  sampler: Sampler,
  { title, entity, child, siblings, key }: LimitCase,
): Promise<string | undefined> {
  const sample = await drawn(() => sampler.sample(entity.name, { siblings: Math.max(siblings, 1) }));
  const body = await store.body(sample);
  if (siblings === 0) body[child.entity] = [];
  const expected =
    key !== undefined
      ? [{ field: child.entity, key }]
      : siblings === 0
        ? complaintsWithout(child, sample, sampler)
        : [];
  for (const other of writtenChildren(sampler.model, entity))
    if (other.entity !== child.entity) body[other.entity] = (body[other.entity] as Json[]).slice(0, other.max);
  const before = await store.server.footprint();
  const answer = await store.server.call('POST', `/api/${entity.name}`, { body });
  // a sequence may run out of numbers before the limit is judged
  const numberless =
    answer.status === 400 &&
    answer.errors.every(
      ({ field }) =>
        field === `${child.entity}[${siblings - 1}].${sampler.model.entities[child.entity]!.sequence?.field}`,
    );
  const wrong = key !== undefined && numberless ? undefined : disagreement(expected, answer, 400);
  if (answer.status !== 201)
    return wrong
      ? `${title}: ${wrong}`
      : (await store.server.footprint()) === before
        ? undefined
        : `${title}: something was stored`;
  const there = (answer.result as Json)[child.entity].length;
  await remove(store.server, entity, answer.result as Json);
  return wrong ? `${title}: ${wrong}` : there === siblings ? undefined : `${title}: ${there} are there`;
}

/** What rules over the parts of a row refuse when it comes without those of one sort. */
function complaintsWithout(child: Child, sample: Sample, sampler: Sampler): Complaint[] {
  const judge = sampler.judgeOf(sample.entity);
  const context = sampler.context({ ...sample, children: { ...sample.children, [child.entity]: [] } });
  return judge.judge(judge.compute(sample.whole, context), context).map(({ field, key }) => ({ field, key }));
}
