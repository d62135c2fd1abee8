import type { EntityKeyword } from '../../../generator/keywords/names.ts';
import type { KeywordRule } from '../../../generator/model/rule.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Case } from '../case.ts';
import type { Row } from '../sample.ts';
import type { Sampler } from '../sampler/sampler.ts';
import type { Scenario, ScenarioFixture, ScenarioMutant } from '../scenarios/scenario.ts';

/** How the conformance tests check the rules of one keyword of an entity. */
export interface ConformanceKeyword {
  word: EntityKeyword;
  /**
   * Rows that keep a rule and rows that violate it, for a keyword that validates rows. Titles begin with `<id> kept` or
   * `<id> broken`. Default: for each rule one
   * random row that keeps it and one that violates it.
   */
  cases?(entity: Entity, sampler: Sampler): Case[];
  /** if no row is found for a rule, the tests report it and pass; default: they fail */
  mayBeUncovered?: true;
  /** Cases of rules over values that only the server writes. */
  serverWrittenCases?(entity: Entity, sampler: Sampler): Case[];
  /** Values of a field of a stored row that are likely to violate a rule. */
  valuesAgainst?(entity: Entity, rule: KeywordRule, field: string, row: Row): unknown[];
  /** title of its scenarios in the report; default: the keyword */
  title?: string;
  /** Scenarios with stored records; none if the entity does not have the keyword. */
  scenarios?(entity: Entity, fixture: ScenarioFixture): Scenario[] | Promise<Scenario[]>;
  /** Mutants, each without one rule: a scenario must fail with each. */
  mutants?(entity: Entity): ScenarioMutant[];
}
