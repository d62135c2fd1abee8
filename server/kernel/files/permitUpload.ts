import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { may } from '../rights.ts';
import { isFileField } from '../../../generator/language/attachment.ts';

/**
 * Checks that the user may use an uploaded file somewhere: in a field of a row, or in the input of an operation.
 *
 * @throws Refusal (403)
 */
export function permitUpload(kernel: Kernel, context: Context): void {
  const isPermitted = [...kernel.registry.entities.values()].some((runtime) =>
    actionsWithFiles(runtime).some((action) => may(kernel, runtime, action, context)),
  );
  if (!isPermitted) throw new Refusal('forbidden', 'MSG_generic_0403');
}

/** The actions on rows of an entity that can include a file. */
function actionsWithFiles({ entity, fileFields }: EntityRuntime): string[] {
  const withFileInput = [
    ...entity.actions.map(({ name, input }) => ({ name, input })),
    ...entity.machines.flatMap(({ transitions }) => transitions.map(({ action, input }) => ({ name: action, input }))),
  ]
    .filter(({ input }) => input?.fields.some(isFileField))
    .map(({ name }) => name);
  return [
    ...(!entity.readOnly && fileFields.some(({ readOnly }) => !readOnly) ? ['add', 'edit'] : []),
    ...withFileInput,
  ];
}
