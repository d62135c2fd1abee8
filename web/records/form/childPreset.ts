import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { fillOf } from '../../fields/ref/fill.ts';
import type { Row } from '../../fields/types.ts';

/** The first values of a new child of a stored row: its reference, and the fields that the reference fills. */
export function childPreset({ via }: Pick<Child, 'via'>, entity: Pick<Entity, 'fields'>, parent: Row): Row {
  const ref = entity.fields.find(({ name }) => name === via)!.ref!;
  return { [via]: parent[ref.by], ...fillOf(ref, parent) };
}
