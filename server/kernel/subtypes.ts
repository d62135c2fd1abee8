import { literal, quote } from '../../generator/language/sqlText.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { entityNamed } from './kernel.ts';
import type { EntityRuntime, Kernel } from './core.ts';

/** SQL condition that a row of a shared table belongs to the subtype; empty for an entity that is not a subtype. */
export const subtypeCondition = ({ discriminator }: Entity, alias = 't'): string =>
  discriminator ? `${alias}.${quote(discriminator.field)} = ${literal(discriminator.value)}` : '';

/** The entities that extend this one (`x-entity.extends`). */
export const subtypesOf = (kernel: Pick<Kernel, 'registry'>, { entity }: EntityRuntime): EntityRuntime[] =>
  (entity.kinds ?? []).map((name) => entityNamed(kernel, name));

/** The subtype of a row, by its discriminator; the entity itself if no subtype matches. */
export const subtypeOf = (
  kernel: Pick<Kernel, 'registry'>,
  runtime: EntityRuntime,
  row: Readonly<Record<string, unknown>>,
): EntityRuntime =>
  subtypesOf(kernel, runtime).find(
    ({ entity: { discriminator } }) => row[discriminator!.field] === discriminator!.value,
  ) ?? runtime;
