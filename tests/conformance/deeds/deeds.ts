import type { Entity } from '../../../generator/model/entity.ts';
import { CONFORMANCE_KEYWORDS } from '../keywords/keywords.ts';
import { approvalDeeds, setOnApproval } from './approvals.ts';
import { closedDeeds, defaultDeeds, foldedDeeds, numberDeeds } from './entered.ts';
import { changedDeeds, createdDeeds } from './formulae.ts';
import { logDeeds, latestDeeds, setDeeds } from './kept.ts';
import { levelDeeds } from './levels.ts';
import { reminderDeeds } from './reminders.ts';
import { stateRuleDeeds } from './stateRules.ts';
import { storedRuleDeeds } from './storedRules.ts';
import { throughDeeds } from './through.ts';
import { versionDeeds } from './versions.ts';
import type { Deed, DeedGround } from './deed.ts';

/** The deeds of one sort, by what is done in them. */
export interface DeedSort {
  title: string;
  deeds(entity: Entity, ground: DeedGround): Deed[] | Promise<Deed[]>;
}

/** Every sort of deeds in which the words of an entity show that make something of its records. */
export const DEED_SORTS: readonly DeedSort[] = [
  { title: 'fields that nobody may write', deeds: closedDeeds },
  { title: 'records as they are made', deeds: shortDeedsOf },
  { title: 'formulae of records that change', deeds: changedDeeds },
  { title: 'what parts set in their whole', deeds: setDeeds },
  { title: 'what approved parts set in their whole', deeds: setOnApproval },
  { title: 'the latest of a group', deeds: latestDeeds },
  { title: 'logs', deeds: logDeeds },
  { title: 'approvals', deeds: approvalDeeds },
  { title: 'levels of approvals', deeds: levelDeeds },
  { title: 'reminders', deeds: reminderDeeds },
  { title: 'versions', deeds: versionDeeds },
  { title: 'rules of a state that a step leads to', deeds: stateRuleDeeds },
  { title: 'rules of records that are there', deeds: storedRuleDeeds },
  { title: 'records that are seen with another', deeds: throughDeeds },
  ...CONFORMANCE_KEYWORDS.map(({ title, scenarios }) => ({ title, deeds: scenarios })),
];

/** All deeds of an entity. */
export async function deedsOf(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const deeds: Deed[] = [];
  for (const sort of DEED_SORTS) deeds.push(...(await sort.deeds(entity, ground)));
  return deeds;
}

/** Those of them that take no longer than a few saves. */
export async function shortDeedsOf(entity: Entity, given: DeedGround): Promise<Deed[]> {
  const ground = { ...given, first: given.sampler.find(entity.name) };
  return [
    ...(await foldedDeeds(entity, ground)),
    ...(await defaultDeeds(entity, ground)),
    ...numberDeeds(entity, ground),
    ...(await createdDeeds(entity, ground)),
  ];
}
