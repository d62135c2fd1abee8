import { join } from 'node:path';
import type { Entity } from '../../generator/model/entity.ts';
import { compiledModel } from '../compiledModel.ts';
import { selectEntities } from './entitySelection.ts';

const root = join(import.meta.dirname, '../..');

/** The folders of schemas of the product and of the fixture entities. */
export const ROOTS = [join(root, 'schemas'), join(root, 'tests/fixtures/schemas')];

/** Whether all entities and cases are checked. `npm test` checks a selection. */
export const isComplete = [process.env['CONFORMANCE_CASES'], process.env['TESTS']].includes('all');

const model = compiledModel(ROOTS);

/** The names of the entities that `npm test` checks: together they have every keyword. */
export const selectedEntities = selectEntities(ROOTS, model);

/**
 * Whether this run checks an entity with generated rows. Entities of other folders, which only one test has, are
 * checked.
 */
export const isChecked = ({ name }: Pick<Entity, 'name'>): boolean =>
  isComplete || selectedEntities.has(name) || !(name in model.entities);
