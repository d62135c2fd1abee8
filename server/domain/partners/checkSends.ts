import { didYouMean } from '../../../generator/compile/nearest.ts';
import { SchemaProblems, type Problem } from '../../../generator/compile/problem.ts';
import type { Model } from '../../../generator/model/entity.ts';
import type { Sends } from '../../../generator/model/operation.ts';
import { accepts } from './outbox.ts';
import { isReceiver, PARTNERS } from './receivers.ts';

/** @throws SchemaProblems for each message to an unknown partner, or of an event that the partner does not take */
export function checkSends({ entities }: Model): void {
  const isWrong = (sends: Sends | undefined): sends is Sends => sends !== undefined && !accepts(sends);
  const problems = Object.values(entities).flatMap(({ file, actions, machines }): Problem[] => [
    ...actions.flatMap(({ sends }, index) =>
      isWrong(sends) ? [{ file, path: `/x-action/${index}/sends`, message: reasonOf(sends) }] : [],
    ),
    ...machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ sends, action }) =>
        isWrong(sends) ? [{ file, path: '/x-machine', message: `${action}: ${reasonOf(sends)}` }] : [],
      ),
    ),
  ]);
  if (problems.length > 0) throw new SchemaProblems(problems);
}

const reasonOf = ({ partner, event }: Sends): string =>
  isReceiver(partner)
    ? `the partner "${partner}" takes no event "${event}"`
    : `there is no partner "${partner}"${didYouMean(partner, [...PARTNERS, 'mail'])}`;
