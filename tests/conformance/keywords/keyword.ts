import type { EntityKeyword } from '../../../generator/keywords/names.ts';
import type { KeywordRule } from '../../../generator/model/rule.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Case } from '../case.ts';
import type { Row } from '../sample.ts';
import type { Sampler } from '../sampler.ts';
import type { Scenario, ScenarioFixture, ScenarioMutant } from '../scenarios/scenario.ts';

/** How the conformance tests check the rules of one keyword of an entity. */
export interface ConformanceKeyword {
  word: EntityKeyword;
  /**
   * Rows that keep a rule and rows that violate it, for a keyword that validates rows. Titles begin with `<id> kept` or
   * `<id> broken`. Absent: one row of each sort for each rule, found at random.
   */
  cases?(entity: Entity, sampler: Sampler): Case[];
  /** a rule for which no such row is found is only reported; absent: it fails the tests */
  mayBeUncovered?: true;
  /** Cases of rules over values that only the server writes. */
  serverWrittenCases?(entity: Entity, sampler: Sampler): Case[];
  /** Values of a field of a stored row that are likely to violate a rule. */
  valuesAgainst?(entity: Entity, rule: KeywordRule, field: string, row: Row): unknown[];
  /** title of its scenarios in the report; absent: the keyword */
  title?: string;
  /** Scenarios with stored records; none if the entity does not have the keyword. */
  scenarios?(entity: Entity, fixture: ScenarioFixture): Scenario[] | Promise<Scenario[]>;
  /** The entity without each rule: a scenario must fail then. */
  mutants?(entity: Entity): ScenarioMutant[];
}
