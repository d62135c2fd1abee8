import { editorAgainst } from '../../../generator/language/gate.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from '../write/body.ts';

/**
 * What stands against a change by the caller, where only its author, its executor … may change the row
 * (`x-access.edit`); undefined where nothing does.
 */
export const editorOf = ({ entity }: EntityRuntime, row: Row, { user }: Context): Violation | undefined =>
  user.isSystem ? undefined : editorAgainst(entity, row, user.userCde);

/** @throws Refusal (403) for anybody else */
export function passEditors(runtime: EntityRuntime, row: Row, context: Context): void {
  const wrong = editorOf(runtime, row, context);
  if (wrong) throw new Refusal('forbidden', wrong.key);
}
