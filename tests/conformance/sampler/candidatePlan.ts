import type { Entity } from '../../../generator/model/entity.ts';
import type { Link, Sample, SampleOptions } from '../sample.ts';

/** A candidate before its values are drawn. */
export interface CandidatePlan {
  entity: Entity;
  links: readonly Link[];
  options: SampleOptions;
  /** the number of earlier candidates */
  attempt: number;
  parent: Sample | undefined;
}
