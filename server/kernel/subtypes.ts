import type { Entity } from '../../generator/model/entity.ts';
import { entityNamed } from './kernel.ts';
import type { EntityRuntime, Kernel } from './core.ts';
import { literal, quote } from './statement.ts';

/** The condition that a row of an entity's table is one of its own, over table alias `alias`; empty where all are. */
export const subtypeCondition = ({ discriminator }: Entity, alias = 't'): string =>
  discriminator ? `${alias}.${quote(discriminator.field)} = ${literal(discriminator.value)}` : '';

/** The entities that extend this one (`x-entity.extends`). */
export const subtypesOf = (kernel: Pick<Kernel, 'registry'>, { entity }: EntityRuntime): EntityRuntime[] =>
  (entity.kinds ?? []).map((name) => entityNamed(kernel, name));

/** What a row of an entity with kinds is: the entity as which it is written; any other row is of its entity. */
export const subtypeOf = (
  kernel: Pick<Kernel, 'registry'>,
  runtime: EntityRuntime,
  row: Readonly<Record<string, unknown>>,
): EntityRuntime =>
  subtypesOf(kernel, runtime).find(
    ({ entity: { discriminator } }) => row[discriminator!.field] === discriminator!.value,
  ) ?? runtime;
