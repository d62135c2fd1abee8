import { didYouMean } from '../../../generator/compile/nearest.ts';
import { SchemaProblems, type SchemaProblem } from '../../../generator/compile/problem.ts';
import type { Model } from '../../../generator/model/entity.ts';
import type { Sends } from '../../../generator/model/operation.ts';
import { accepts } from './outbox.ts';
import { isReceiver, PARTNERS } from './receivers.ts';

/**
 * Checks the messages that operations send (`sends`).
 *
 * @throws SchemaProblems for messages to an unknown partner, and for events that the partner does not accept
 */
export function checkSends({ entities }: Model): void {
  const isInvalid = (sends: Sends | undefined): sends is Sends => sends !== undefined && !accepts(sends);
  const problems = Object.values(entities).flatMap(({ file, actions, machines }): SchemaProblem[] => [
    ...actions.flatMap(({ sends }, index) =>
      isInvalid(sends) ? [{ file, path: `/x-action/${index}/sends`, message: reasonOf(sends) }] : [],
    ),
    ...machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ sends, action }) =>
        isInvalid(sends) ? [{ file, path: '/x-machine', message: `${action}: ${reasonOf(sends)}` }] : [],
      ),
    ),
  ]);
  if (problems.length > 0) throw new SchemaProblems(problems);
}

const reasonOf = ({ partner, event }: Sends): string =>
  isReceiver(partner)
    ? `the partner "${partner}" does not accept the event "${event}"`
    : `unknown partner "${partner}"${didYouMean(partner, [...PARTNERS, 'mail'])}`;
