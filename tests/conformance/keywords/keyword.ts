import type { Entity } from '../../../generator/model/entity.ts';
import type { EntityKeyword } from '../../../generator/keywords/names.ts';
import type { Scenario, ScenarioFixture, ScenarioMutant } from '../scenarios/scenario.ts';

/** How the conformance tests check one keyword of an entity on stored records. */
export interface ConformanceKeyword {
  word: EntityKeyword;
  /** what is checked, as a heading of the report */
  title: string;
  /** The scenarios for an entity; none where it does not have the keyword. */
  scenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] | Promise<Scenario[]>;
  /** The entity without each rule of the keyword: a scenario must fail then. */
  mutants(entity: Entity): ScenarioMutant[];
}
