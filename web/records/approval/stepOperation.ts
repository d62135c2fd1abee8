import { rowOperations } from '../../../generator/language/operations.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import { statesByName, variantToShow } from '../operations/states.ts';

/** The operation of an entity that takes a step of its approval, if it has one. */
export function operationOfStep(entity: Entity, row: Row, step: ApprovalStep): Operation | undefined {
  for (const [name, variants] of rowOperations(entity)) {
    const ofStep = variants.filter(({ approval }) => approval === step);
    if (ofStep.length > 0) return variantToShow(ofStep, row, statesByName(row).get(name));
  }
  return undefined;
}
