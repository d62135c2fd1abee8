import { didYouMean } from '../../generator/compile/nearest.ts';
import type { Model } from '../../generator/model/entity.ts';
import type { Sends } from '../../generator/model/operation.ts';
import { SchemaProblems, type Problem } from '../../generator/compile/problem.ts';
import type { Effect, Effects } from '../kernel/domain.ts';
import { copyVersion } from '../kernel/version/copy.ts';
import { claimFunds, followFlow, reverseFunds } from './claims/funds.ts';
import { takes } from './partners/outbox.ts';
import { isReceiver, PARTNERS } from './partners/partners.ts';
import { calculate } from './premium/calculate.ts';
import { instalments, supplemented } from './premium/instalments.ts';
import { policyNumbers } from './premium/policyNumbers.ts';
import { discount, specialLimit } from './premium/rates.ts';
import { copyYear } from './vessel/copyYear.ts';
import { takeOver } from './vessel/takeOver.ts';

/** What the actions of the product's schemas do: `x-action.effect` → function. */
export const EFFECTS: Effects = new Map<string, Effect>([
  ['vessel.takeOver', takeOver],
  ['vessel.copyYear', copyYear],
  ['premium.calculate', calculate],
  ['premium.specialLimit', specialLimit],
  ['premium.discount', discount],
  ['version.copy', copyVersion],
  ['premium.instalments', instalments],
  ['premium.supplemented', supplemented],
  ['premium.policyNumbers', policyNumbers],
  ['funds.claim', claimFunds],
  ['funds.reverse', reverseFunds],
  ['funds.unconfirm', followFlow('ToBeConfirmed')],
  ['funds.confirm', followFlow('NotWriteOff')],
  ['funds.writeOff', followFlow('WrittenOff')],
]);

/** @throws SchemaProblems with every action and step whose effect is not there, by file and path */
export function checkEffects({ entities }: Model, effects: Effects): void {
  const missing = (effect: string | undefined): effect is string => effect !== undefined && !effects.has(effect);
  const said = (effect: string): string => `there is no effect "${effect}"${didYouMean(effect, effects.keys())}`;
  const problems = Object.values(entities).flatMap(({ file, actions, machines }): Problem[] => [
    ...actions.flatMap(({ effect }, index) =>
      missing(effect) ? [{ file, path: `/x-action/${index}/effect`, message: said(effect) }] : [],
    ),
    ...machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ effect, action }) =>
        missing(effect) ? [{ file, path: '/x-machine', message: `${action}: ${said(effect)}` }] : [],
      ),
    ),
  ]);
  if (problems.length > 0) throw new SchemaProblems(problems);
}

/** @throws SchemaProblems with everything that is sent to a partner that nobody knows, or of which it takes no news */
export function checkSends({ entities }: Model): void {
  const wrong = (sends: Sends | undefined): sends is Sends => sends !== undefined && !takes(sends);
  const problems = Object.values(entities).flatMap(({ file, actions, machines }): Problem[] => [
    ...actions.flatMap(({ sends }, index) =>
      wrong(sends) ? [{ file, path: `/x-action/${index}/sends`, message: noSuchNews(sends) }] : [],
    ),
    ...machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ sends, action }) =>
        wrong(sends) ? [{ file, path: '/x-machine', message: `${action}: ${noSuchNews(sends)}` }] : [],
      ),
    ),
  ]);
  if (problems.length > 0) throw new SchemaProblems(problems);
}

const noSuchNews = ({ partner, event }: Sends): string =>
  isReceiver(partner)
    ? `the partner "${partner}" takes no event "${event}"`
    : `there is no partner "${partner}"${didYouMean(partner, [...PARTNERS, 'mail'])}`;
