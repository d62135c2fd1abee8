import { refuseFields, type Refusal } from '../../errors.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { quote } from '../statement.ts';
import type { Row } from './body.ts';
import { duplicateViolations } from './refusal.ts';

/**
 * PostgreSQL names the first unique rule that a row breaks. Once it has refused a row, the others are looked up as well, so
 * that a person mends all of them at once. This only words the refusal; nothing is decided by it.
 */
export async function withAllDuplicates(kernel: Kernel, runtime: EntityRuntime, row: Row, refusal: Refusal): Promise<Refusal> {
  const { entity } = runtime;
  const [first] = refusal.violations;
  if (refusal.family !== 'conflict' || !entity.unique.some(({ id }) => id === first?.rule)) return refusal;
  const others = entity.unique.filter(({ id, where, fields }) => id !== first!.rule && where === undefined && fields.every((name) => row[name] != null));
  const violations = [...refusal.violations];
  for (const rule of others) {
    const conditions = rule.fields.map((name, index) => `${quote(name)} = $${index + 2}`).join(' and ');
    const { rows } = await kernel.aside.query(`select 1 from ${quote(entity.table)} where "delFlag" = 'N' and id is distinct from $1 and ${conditions} limit 1`, [row['id'] ?? null, ...rule.fields.map((name) => row[name])]);
    if (rows.length > 0) violations.push(...duplicateViolations(entity, rule));
  }
  const whole = refuseFields(violations, 'conflict');
  whole.byDatabase = true;
  return whole;
}
