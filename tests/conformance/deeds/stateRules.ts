import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Rule } from '../../../generator/model/rule.ts';
import type { Sample } from '../sample.ts';
import type { Deed, DeedGround } from './deed.ts';
import { withRecord } from './record.ts';

/** So many records are drawn for one that breaks a rule and none beside it. */
const MOST_DRAWN = 40;

/** Records that are brought by a step to the state of which a rule speaks, and break it. */
export function stateRuleDeeds(entity: Entity, ground: DeedGround): Deed[] {
  return entity.rules.flatMap((rule): Deed[] => {
    const [said, field, state] = /\bself\.(\w+) == '(\w+)'/.exec(rule.when ?? '') ?? [];
    const machine = entity.machines.find((one) => one.field === field && one.initial !== state);
    const step = machine?.transitions.find(({ from, to }) => from.includes(machine.initial) && to === state);
    const sample =
      step &&
      drawnAgainst(entity, ground, rule, { [machine!.field]: state }, [
        rule.when!.replace(said!, 'true'),
        ...(entity.guards[step.action] ?? []).map(({ expr }) => expr),
      ]);
    if (!sample) return [];
    return [
      {
        title: `${rule.id} broken by ${step.action}`,
        rules: [`x-rule ${rule.id}`],
        ask: () =>
          withRecord(
            ground,
            sample,
            async ({ id, rev }) => {
              const answer = await ground.store.server.call(
                'POST',
                `/api/${entity.name}/${id}/actions/${step.action}`,
                { body: { rev } },
              );
              const key = rule.key ?? (rule.level === 'warning' ? MESSAGE.ruleWarning : MESSAGE.rule);
              return rule.at.every((name) => answer.errors.some((error) => error.field === name && error.key === key))
                ? []
                : [`${step.action} must be refused with ${key} and answered ${answer.status} ${answer.text}`];
            },
            { without: entity.children.map((child) => child.entity).filter((name) => !(name in sample.children)) },
          ),
      },
    ];
  });
}

/**
 * A record that in a state breaks a rule, and no other at its fields, with some of its parts left out. @param where
 * what must hold of it before
 */
function drawnAgainst(
  entity: Entity,
  { sampler }: DeedGround,
  rule: Rule,
  state: Record<string, unknown>,
  where: readonly string[],
): Sample | undefined {
  const judge = sampler.judgeOf(entity);
  // what is chosen for a value must match it, and hardly ever does by chance
  const fixed = Object.fromEntries(
    [...(rule.when ?? '').matchAll(/\bself\.(\w+) == '([^']+)'/g)]
      .filter(([, name = '']) => !(name in state))
      .map(([, name, value]) => [name, value]),
  );
  for (let turn = 0; turn < MOST_DRAWN; turn++) {
    const drawn = sampler.find(entity.name, {
      fields: turn % 2 === 0 ? 'all' : 'some',
      fixed,
      where: where.map((one) => `(${one})`).join(' && '),
    });
    if (!drawn) return undefined;
    for (const gone of [undefined, ...Object.keys(drawn.children)]) {
      const sample = {
        ...drawn,
        children: Object.fromEntries(Object.entries(drawn.children).filter(([name]) => name !== gone)),
      };
      const none = Object.fromEntries(entity.children.map((child) => [child.entity, []]));
      const context = sampler.context(sample);
      const broken = judge.judge(
        { ...sample.whole, ...state },
        { ...context, children: { ...none, ...context.children } },
      );
      if (broken.length === rule.at.length && broken.every((one) => one.rule === rule.id)) return sample;
    }
  }
  return undefined;
}
