import type { Entity } from '../../../generator/model/entity.ts';
import type { Random } from '../values.ts';

const ALL_PRESENT = /^has\(self\.\w+\)(?: && has\(self\.\w+\))+$/;

/**
 * Draws for each optional field whether a row has it. Fields that a rule requires together, as in `has(self.a) &&
 * has(self.b)`, are drawn once for all: by chance they are seldom all present.
 */
export function drawnTogether({ rules }: Entity, random: Random, share: number): (field: string) => boolean {
  const groups = rules
    .filter(({ assert }) => ALL_PRESENT.test(assert))
    .map(({ assert }) => [...assert.matchAll(/self\.(\w+)/g)].map(([, name]) => name!));
  const drawn = new Map<string, boolean>();
  return (field) => {
    const key = groups.find((names) => names.includes(field))?.[0] ?? field;
    const known = drawn.get(key) ?? random() < share;
    drawn.set(key, known);
    return known;
  };
}
