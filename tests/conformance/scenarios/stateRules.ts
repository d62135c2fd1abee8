import type { Entity } from '../../../generator/model/entity.ts';
import type { KeywordRule } from '../../../generator/model/rule.ts';
import { expectedMessagesOf, rowRules } from '../rowRules.ts';
import type { Sample } from '../sample.ts';
import type { Scenario, ScenarioFixture } from './scenario.ts';
import { withRecord } from './record.ts';

/** Values generated to find one that breaks only the rule. */
const MAX_SAMPLES = 40;

/** Steps that must be refused because the record breaks a rule of the target state. */
export function stateRuleScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  return rowRules(entity).flatMap((rule): Scenario[] => {
    const [condition, field, state] = /\bself\.(\w+) == '(\w+)'/.exec(rule.when ?? '') ?? [];
    const machine = entity.machines.find((one) => one.field === field && one.initial !== state);
    const step = machine?.transitions.find(({ from, to }) => from.includes(machine.initial) && to === state);
    const sample =
      step &&
      drawnAgainst(entity, fixture, rule, { [machine!.field]: state }, [
        rule.when!.replace(condition!, 'true'),
        ...(entity.guards[step.action] ?? []).map(({ expr }) => expr),
      ]);
    if (!sample) return [];
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
              return expectedMessagesOf(rule).every(({ field: at, key }) =>
                answer.errors.some((error) => error.field === at && error.key === key),
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

/**
 * A record that breaks a rule in a state and no other rule at its fields, with some children omitted.
 *
 * @param where the condition before the step
 */
function drawnAgainst(
  entity: Entity,
  { sampler }: ScenarioFixture,
  rule: KeywordRule,
  state: Record<string, unknown>,
  where: readonly string[],
): Sample | undefined {
  const evaluator = sampler.evaluatorOf(entity);
  // random rows seldom have the values that the condition names
  const fixed = Object.fromEntries(
    [...(rule.when ?? '').matchAll(/\bself\.(\w+) == '([^']+)'/g)]
      .filter(([, name = '']) => !(name in state))
      .map(([, name, value]) => [name, value]),
  );
  for (let turn = 0; turn < MAX_SAMPLES; turn++) {
    const drawn = sampler.find(entity.name, {
      fields: turn % 2 === 0 ? 'all' : 'some',
      fixed,
      where: where.map((one) => `(${one})`).join(' && '),
    });
    if (!drawn) return undefined;
    for (const omitted of [undefined, ...Object.keys(drawn.children)]) {
      const sample = {
        ...drawn,
        children: Object.fromEntries(Object.entries(drawn.children).filter(([name]) => name !== omitted)),
      };
      const none = Object.fromEntries(entity.children.map((child) => [child.entity, []]));
      const context = sampler.context(sample);
      const broken = evaluator.validate(
        { ...sample.full, ...state },
        { ...context, children: { ...none, ...context.children } },
      );
      if (broken.length === rule.at.length && broken.every((one) => one.rule === rule.id)) return sample;
    }
  }
  return undefined;
}
