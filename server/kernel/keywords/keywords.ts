import { approval } from './approval.ts';
import { changeLog } from './changeLog.ts';
import { child } from './child.ts';
import { compute } from './compute.ts';
import { file } from './file.ts';
import { guard } from './guard.ts';
import type { SaveKeyword } from './keyword.ts';
import { lookup } from './lookup.ts';
import { newest } from './newest.ts';
import { number } from './number.ts';
import { password } from './password.ts';
import { remind } from './remind.ts';
import { sequence } from './sequence.ts';

/** Everything that adds to a save, in the order in which a save asks it. */
export const SAVE_KEYWORDS: readonly SaveKeyword[] = [
  number,
  sequence,
  lookup,
  guard,
  file,
  password,
  approval,
  changeLog,
  newest,
  compute,
  remind,
  child,
];
