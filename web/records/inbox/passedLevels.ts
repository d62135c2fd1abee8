import type { ApprovalLine, ApprovalRound } from '../approval/round.ts';

/** State of a level in an approval. */
type LevelState = 'approved' | 'rejected' | 'current' | 'pending';

/** A level that an approval passes, and the line with its decision. */
export interface PassedLevel {
  level: ApprovalRound['levels'][number];
  state: LevelState;
  line: ApprovalLine | undefined;
}

/** The levels of an approval in order, with their decisions. */
export function levelsOf({ levels, level, open, lines }: ApprovalRound): PassedLevel[] {
  return levels.map((one) => {
    const line = lines.findLast((made) => made.level?.code === one.code);
    if (line) return { level: one, state: line.step === 'reject' ? 'rejected' : 'approved', line };
    return { level: one, state: open && level?.code === one.code ? 'current' : 'pending', line: undefined };
  });
}
