import type { SaveKeyword } from '../core.ts';
import { approval } from './approval.ts';
import { changeLog } from './changeLog.ts';
import { child } from './child.ts';
import { childSets } from './childSets.ts';
import { compute } from './compute.ts';
import { file } from './file.ts';
import { guard } from './guard.ts';
import { latest } from './latest.ts';
import { lookup } from './lookup.ts';
import { number } from './number.ts';
import { password } from './password.ts';
import { premium } from './premium.ts';
import { remind } from './remind.ts';
import { sequence } from './sequence.ts';
import { sum } from './sum.ts';
import { writeOnce } from './writeOnce.ts';

/** All keywords that add to a save. Each step of a save calls them in this order. */
export const SAVE_KEYWORDS: readonly SaveKeyword[] = [
  writeOnce,
  number,
  sequence,
  lookup,
  guard,
  file,
  password,
  changeLog,
  latest,
  compute,
  approval,
  premium,
  remind,
  childSets,
  child,
  sum,
];
