import { withoutAbsent } from '../../generator/compile/field.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Child } from '../../generator/model/child.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Json } from '../http/server.ts';
import { needsSibling } from './sameParentRows.ts';
import type { ExpectedMessage } from './case.ts';
import { conditionForChild, isComparedWithParent } from './lookedUpTargets.ts';
import type { Row, Sample, SampleOptions } from './sample.ts';
import { disagreement, remove, type Store } from './oracles/api.ts';
import { statesForChildren } from './neededRows.ts';
import type { Sampler } from './sampler/sampler.ts';
import { readsTotal } from './readByRules.ts';
import { drawn } from './useStore.ts';

/** A row with a number of children, and the key of its refusal; absent if it must be accepted. */
export interface LimitCase {
  title: string;
  entity: Entity;
  child: Child;
  siblings: number;
  key?: string;
}

/** The children that a new row can contain. */
export const writtenChildren = ({ entities }: Model, entity: Entity): Child[] =>
  entity.children.filter(
    (child) =>
      !entities[child.entity]!.readOnly &&
      !statesForChildren(entity, entities[child.entity]!) &&
      !needsSibling(entities[child.entity]!, entity),
  );

/** Cases without children, with the minimum, with the maximum, and with one more. */
export const limitCases = (model: Model, entity: Entity): LimitCase[] =>
  writtenChildren(model, entity).flatMap((child): LimitCase[] => {
    const { min = 0, max } = child;
    return [
      { title: `no ${child.entity}`, entity, child, siblings: 0, ...(min > 0 ? { key: MESSAGE.tooFewChildren } : {}) },
      { title: `the minimum of ${child.entity}`, entity, child, siblings: Math.max(min, 1) },
      ...(max === undefined
        ? []
        : [
            { title: `the maximum of ${child.entity}`, entity, child, siblings: max },
            {
              title: `one more than the maximum of ${child.entity}`,
              entity,
              child,
              siblings: max + 1,
              key: MESSAGE.tooManyChildren,
            },
          ]),
    ];
  });

/** Checks the API's answer to a row with a number of children, and deletes an accepted row. */
export async function checkLimit(
  store: Store,
  sampler: Sampler,
  { title, entity, child, siblings, key }: LimitCase,
): Promise<string | undefined> {
  const condition = conditionForChild(entity, sampler.model.entities[child.entity]!);
  const isCopied = siblings > MAX_OWN_TARGETS && needOwnTargets(sampler.model.entities[child.entity]!);
  const options: SampleOptions = {
    siblings: isCopied ? 1 : Math.max(siblings, 1),
    fixed: sampler.codesFor(condition),
    ...withoutAbsent({ where: condition }),
  };
  // rules may require as many children of another entity
  const sample = await drawn(
    () => sampler.find(entity.name, { ...options, siblingsOf: child.entity }) ?? sampler.sample(entity.name, options),
  );
  const body = await store.body(sample);
  if (isCopied) return checkCopies(store, body, { title, entity, child, siblings, ...withoutAbsent({ key }) });
  if (siblings === 0) body[child.entity] = [];
  const expected =
    key !== undefined
      ? [{ field: child.entity, key }]
      : siblings === 0
        ? complaintsWithout(child, sample, sampler)
        : [];
  const kept = mayHaveFewOthers(child, sample, sampler) ? ({ min = 0 }: Child) => min : ({ max }: Child) => max;
  for (const other of writtenChildren(sampler.model, entity))
    if (other.entity !== child.entity && other.entity in body)
      body[other.entity] = (body[other.entity] as Json[]).slice(0, kept(other));
  const before = await store.server.footprint();
  const answer = await store.server.call('POST', `/api/${entity.name}`, { body });
  // a sequence may run out of numbers before the limit applies
  const isOutOfNumbers =
    answer.status === 400 &&
    answer.errors.every(
      ({ field }) =>
        field === `${child.entity}[${siblings - 1}].${sampler.model.entities[child.entity]!.sequence?.field}`,
    );
  const wrong = key !== undefined && isOutOfNumbers ? undefined : disagreement(expected, answer, 400);
  if (answer.status !== 201)
    return wrong
      ? `${title}: ${wrong}`
      : (await store.server.footprint()) === before
        ? undefined
        : `${title}: something was stored`;
  const stored = (answer.result as Json)[child.entity].length;
  await remove(store.server, entity, answer.result as Json);
  return wrong ? `${title}: ${wrong}` : stored === siblings ? undefined : `${title}: ${stored} were stored`;
}

/** Children that are generated with a referred row of their own each. */
const MAX_OWN_TARGETS = 50;

/** Whether each of several children must refer to another row than the others, which must agree with the parent. */
const needOwnTargets = (child: Entity): boolean =>
  child.unique.some(({ fields }) => fields.some((field) => isComparedWithParent(child, field)));

/**
 * Checks the limit with copies of one child, of which the API refuses the maximum too, but not for their number.
 *
 * @returns the difference
 */
async function checkCopies(
  { server }: Store,
  body: Row,
  { title, entity, child, siblings, key }: LimitCase,
): Promise<string | undefined> {
  const [one] = body[child.entity] as Row[];
  const before = await server.footprint();
  const answer = await server.call('POST', `/api/${entity.name}`, {
    body: { ...body, [child.entity]: Array.from({ length: siblings }, () => one) },
  });
  const isOfNumber = answer.errors.some(
    (error) => error.field === child.entity && error.key === (key ?? MESSAGE.tooManyChildren),
  );
  if (answer.status < 400) return `${title}: copies of one child were accepted`;
  if (isOfNumber !== (key !== undefined)) return `${title}: refused with ${answer.status} ${answer.text.slice(0, 300)}`;
  return (await server.footprint()) === before ? undefined : `${title}: something was stored`;
}

/**
 * Whether a row is valid with the minimum of its other children. It then has no more of them, as code of the area may
 * limit children of several entities together.
 */
function mayHaveFewOthers({ entity: counted }: Child, sample: Sample, sampler: Sampler): boolean {
  // its rules read a total over the others
  if (readsTotal(sampler.model.entities[counted]!, sampler.model)) return false;
  const children = Object.fromEntries(
    sample.entity.children.flatMap(({ entity, min = 0 }) =>
      entity in sample.children
        ? [[entity, entity === counted ? sample.children[entity]! : sample.children[entity]!.slice(0, min)]]
        : [],
    ),
  );
  const evaluator = sampler.evaluatorOf(sample.entity);
  const context = sampler.context({ ...sample, children });
  return evaluator.validate(evaluator.compute(sample.full, context), context).length === 0;
}

/** Messages for a row without children of one entity. */
function complaintsWithout(child: Child, sample: Sample, sampler: Sampler): ExpectedMessage[] {
  const evaluator = sampler.evaluatorOf(sample.entity);
  const context = sampler.context({ ...sample, children: { ...sample.children, [child.entity]: [] } });
  return evaluator.validate(evaluator.compute(sample.full, context), context).map(({ field, key }) => ({ field, key }));
}
