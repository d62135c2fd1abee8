import type { Entity } from '../../../generator/model/entity.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { KeywordRule } from '../../../generator/model/rule.ts';
import { rowRules } from '../rowRules.ts';
import type { Sample } from '../sample.ts';
import type { Scenario, ScenarioFixture } from './scenario.ts';
import { hasPremiums } from './submission.ts';
import { withRecord } from './record.ts';

/** Values generated to find one that breaks only the rule. */
const MAX_SAMPLES = 40;

/** Steps that must be refused because the record breaks a rule of the target state. */
export function stateRuleScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  return rowRules(entity).flatMap((rule): Scenario[] => {
    const [condition, field, state] = /\bself\.(\w+) == '(\w+)'/.exec(rule.when ?? '') ?? [];
    const machine = entity.machines.find((one) => one.field === field && one.initial !== state);
    const step = machine?.transitions.find(({ from, to }) => from.includes(machine.initial) && to === state);
    const found =
      step &&
      drawnAgainst(entity, fixture, rule, { [machine!.field]: state }, [
        rule.when!.replace(condition!, 'true'),
        ...(entity.guards[step.action] ?? []).map(({ expr }) => expr),
        ...(step.needs ?? []).map((name) => `has(self.${name})`),
      ]);
    if (!found) return [];
    const { sample, broken } = found;
    return [
      {
        title: `${rule.id} broken by ${step.action}`,
        rules: [`${rule.word} ${rule.id}`],
        run: () =>
          withRecord(
            fixture,
            sample,
            async ({ id, rev }) => {
              const answer = await fixture.store.server.call(
                'POST',
                `/api/${entity.name}/${id}/actions/${step.action}`,
                { body: { rev } },
              );
              // rules with messages of their own have the same key
              return broken.every(
                (one) => answer.errors.filter(isLike(one)).length >= broken.filter(isLike(one)).length,
              )
                ? []
                : [`${step.action} must be refused with ${rule.key} and answered ${answer.status} ${answer.text}`];
            },
            { without: entity.children.map((child) => child.entity).filter((name) => !(name in sample.children)) },
          ),
      },
    ];
  });
}

type Message = Pick<Violation, 'field' | 'key'>;

/** Whether a message has the field and key of another. */
const isLike =
  (one: Message) =>
  ({ field, key }: Message): boolean =>
    field === one.field && key === one.key;

/** A record, and the messages of the rules that it breaks in a state. */
interface BrokenRecord {
  sample: Sample;
  broken: readonly Violation[];
}

/**
 * A record that breaks a rule in a state and no other rule, with some children omitted; if none is found, one that
 * breaks further rules.
 *
 * @param where the condition before the step
 */
function drawnAgainst(
  entity: Entity,
  fixture: ScenarioFixture,
  rule: KeywordRule,
  state: Record<string, unknown>,
  where: readonly string[],
): BrokenRecord | undefined {
  const { sampler } = fixture;
  const evaluator = sampler.evaluatorOf(entity);
  // random rows seldom have the values that the condition names
  const fixed = Object.fromEntries(
    [...(rule.when ?? '').matchAll(/\bself\.(\w+) == '([^']+)'/g)]
      .filter(([, name = '']) => !(name in state))
      .map(([, name, value]) => [name, value]),
  );
  let withOthers: BrokenRecord | undefined;
  for (let turn = 0; turn < MAX_SAMPLES; turn++) {
    const drawn = sampler.find(entity.name, {
      fields: turn % 2 === 0 ? 'all' : 'some',
      fixed,
      where: where.map((one) => `(${one})`).join(' && '),
    });
    if (!drawn) return withOthers;
    for (const omitted of [undefined, ...Object.keys(drawn.children)]) {
      const sample = {
        ...drawn,
        children: Object.fromEntries(Object.entries(drawn.children).filter(([name]) => name !== omitted)),
      };
      // without children to approve, a record is not submitted, whatever its rules
      if (!hasPremiums(entity, fixture, sample)) continue;
      const none = Object.fromEntries(entity.children.map((child) => [child.entity, []]));
      const context = sampler.context(sample);
      const broken = evaluator.validate(
        { ...sample.full, ...state },
        { ...context, children: { ...none, ...context.children } },
      );
      const own = broken.filter((one) => one.rule === rule.id);
      if (own.length !== rule.at.length) continue;
      if (own.length === broken.length) return { sample, broken };
      withOthers ??= { sample, broken };
    }
  }
  return withOthers;
}
