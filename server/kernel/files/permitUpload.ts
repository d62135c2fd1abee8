import type { Field } from '../../../generator/model/field.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { may } from '../rights.ts';

/**
 * @throws Refusal (403) for somebody who could put an uploaded file nowhere: into no field of a row, and into nothing
 * that an action asks for
 */
export function permitUpload(kernel: Kernel, context: Context): void {
  const isWelcome = [...kernel.registry.entities.values()].some((runtime) =>
    takingFiles(runtime).some((action) => may(kernel, runtime, action, context)),
  );
  if (!isWelcome) throw new Refusal('forbidden', 'MSG_generic_0403');
}

/** What is done to rows of an entity with a file. */
function takingFiles({ entity, fileFields }: EntityRuntime): string[] {
  const asking = [
    ...entity.actions.map(({ name, input }) => ({ name, input })),
    ...entity.machines.flatMap(({ transitions }) => transitions.map(({ action, input }) => ({ name: action, input }))),
  ]
    .filter(({ input }) => input?.fields.some(isFile))
    .map(({ name }) => name);
  return [...(!entity.readOnly && fileFields.some(({ readOnly }) => !readOnly) ? ['add', 'edit'] : []), ...asking];
}

const isFile = ({ kind }: Field): boolean => kind === 'file' || kind === 'files';
