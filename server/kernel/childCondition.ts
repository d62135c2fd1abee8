import type { EntityRuntime } from './core.ts';
import type { Row } from './row.ts';

/** Whether a row can have children of an entity (`x-child.when`). */
export const mayHaveChildren = ({ entity, evaluator }: EntityRuntime, childName: string, row: Row): boolean =>
  entity.children.every(
    ({ entity: name, when }) => name !== childName || when === undefined || evaluator.test(when, row) === true,
  );
