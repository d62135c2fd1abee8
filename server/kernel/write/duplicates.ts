import { refuseFields, type Refusal } from '../../errors.ts';
import type { Kernel } from '../kernel.ts';
import type { Unique } from '../../../generator/model/types.ts';
import type { EntityRuntime } from '../registry.ts';
import { quote } from '../statement.ts';
import type { Row } from './body.ts';
import { duplicateViolations } from './refusal.ts';

/**
 * PostgreSQL names the first unique rule that a row breaks. Once it has refused a row, the others are looked up as well, so
 * that a person mends all of them at once, and whether it is a deleted row that had the value before. This only words the
 * refusal; nothing is decided by it.
 */
export async function withAllDuplicates(kernel: Kernel, runtime: EntityRuntime, row: Row, refusal: Refusal): Promise<Refusal> {
  const { entity } = runtime;
  const [first] = refusal.violations;
  const broken = entity.unique.find(({ id }) => id === first?.rule);
  if (refusal.family !== 'conflict' || !broken) return refusal;
  const others = entity.unique.filter((rule) => rule !== broken && rule.where === undefined && rule.fields.every((name) => row[name] != null));
  const flags = async (rule: Unique): Promise<string[]> => {
    const conditions = rule.fields.map((name, index) => `${quote(name)} = $${index + 2}`).join(' and ');
    const { rows } = await kernel.aside.query(`select distinct "delFlag" from ${quote(entity.table)} where ${rule.forever ? '' : `"delFlag" = 'N' and `}id is distinct from $1 and ${conditions}`, [row['id'] ?? null, ...rule.fields.map((name) => row[name])]);
    return (rows as { delFlag: string }[]).map(({ delFlag }) => delFlag);
  };
  // a row that another transaction has just made is not seen yet, and is live
  const isUsedBefore = broken.forever === true && (await flags(broken)).join() === 'Y';
  const violations = isUsedBefore ? duplicateViolations(entity, broken, false) : [...refusal.violations];
  for (const rule of others) {
    const found = await flags(rule);
    if (found.length > 0) violations.push(...duplicateViolations(entity, rule, found.includes('N')));
  }
  const whole = refuseFields(violations, 'conflict');
  whole.byDatabase = true;
  return whole;
}
