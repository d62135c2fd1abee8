import type { Entity } from '../../../generator/model/types.ts';
import { approvalDeeds, setOnApproval } from './approvals.ts';
import { closedDeeds, defaultDeeds, foldedDeeds, numberDeeds } from './entered.ts';
import { changedDeeds, createdDeeds } from './formulae.ts';
import { logDeeds, newestDeeds, setDeeds } from './kept.ts';
import { reminderDeeds } from './reminders.ts';
import { stateRuleDeeds } from './stateRules.ts';
import { versionDeeds } from './versions.ts';
import type { Deed, DeedGround } from './deed.ts';

/** All deeds in which the words of an entity show that make something of its records. */
export async function deedsOf(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  return [...closedDeeds(entity, ground), ...await shortDeedsOf(entity, ground), ...await changedDeeds(entity, ground), ...setDeeds(entity, ground), ...await setOnApproval(entity, ground), ...newestDeeds(entity, ground), ...logDeeds(entity, ground), ...await approvalDeeds(entity, ground), ...await reminderDeeds(entity, ground), ...await versionDeeds(entity, ground), ...stateRuleDeeds(entity, ground)];
}

/** Those of them that take no longer than a few saves. */
export async function shortDeedsOf(entity: Entity, given: DeedGround): Promise<Deed[]> {
  const ground = { ...given, first: given.sampler.find(entity.name) };
  return [...await foldedDeeds(entity, ground), ...await defaultDeeds(entity, ground), ...numberDeeds(entity, ground), ...await createdDeeds(entity, ground)];
}
