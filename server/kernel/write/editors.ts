import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from './body.ts';

/** Whether the caller is one of the only persons who may change the row (`x-access.edit`): its author, its executor … */
export const isEditor = ({ entity }: EntityRuntime, row: Row, { user }: Context): boolean =>
  entity.access?.edit === undefined || user.isSystem === true || entity.access.edit.some((name) => row[name] === user.userCde);

/** @throws Refusal (403) for anybody else */
export function passEditors(runtime: EntityRuntime, row: Row, context: Context): void {
  if (!isEditor(runtime, row, context)) throw new Refusal('forbidden', 'MSG_generic_0038');
}
