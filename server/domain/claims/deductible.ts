import { sql } from 'kysely';
import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { lockName } from '../../db/nameLock.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Row } from '../../kernel/row.ts';
import { isSameValue } from '../../kernel/write/isSameValue.ts';
import { statedByCertificate, type StatedDeductible } from './deductibleCertificate.ts';
import { inBalance, lockBalance } from './deductibleLeft.ts';

/** Fields that determine how much deductible a charge uses. */
const DETERMINING_FIELDS = [
  'usdAmt',
  'isUncoverable',
  'isDeductibleNa',
  'calcType',
  'deductibleId',
  'deductibleAllAmt',
] as const;

/**
 * Computes the deductible that a charge uses: the lesser of the charge and the remaining deductible, in US dollars
 * (domain.md, Claims).
 *
 * A balance belongs to an event (policy and casualty) or to a voyage (policy, vessel, voyage and direction), across
 * cases. It is computed from its charges, and locked while a charge is written. A policy number counts either by event
 * or by voyage.
 */
export const deductibleRules: DomainRules = {
  complete: async ({ row, before }, context) => {
    // a change of other fields does not recompute the deductible (decision 30)
    if (before && DETERMINING_FIELDS.every((name) => isSameValue(row[name], before[name]))) return undefined;
    if (row['isDeductibleNa'] === 'Y') return { deductibleKey: null, deductibleUseAmt: '0.00', deductibleLeft: null };
    const id = before?.['id'] ?? null;
    const certificate = await statedByCertificate(row, context);
    await requireMethod(row, { id, certificate }, context);
    const deductibleKey = await balanceKeyOf(row, context);
    await lockBalance(deductibleKey, context);
    return { deductibleKey, ...useOf(row, await usedByOthers(deductibleKey, id, context), certificate) };
  },
};

/**
 * The deductible that a charge uses, and the remaining deductible of its balance.
 *
 * @throws Refusal (400) if another charge, or for the first one the certificate, states another total, or none is
 *   stated
 */
function useOf(row: Row, { used, total }: Used, certificate: StatedDeductible): Row {
  const input = parseDecimal(row['deductibleAllAmt']);
  const stated = total ?? certificate.amount;
  if (input && stated && !input.eq(stated)) {
    const key = total ? 'MSG_claim_0161' : 'MSG_claim_0248';
    throw refuseFields([{ field: 'deductibleAllAmt', key, params: { amount: printDecimal(stated, 2) } }]);
  }
  const deductible = input ?? stated;
  if (!deductible) throw refuseFields([{ field: 'deductibleAllAmt', key: 'MSG_claim_0245', params: {} }]);
  const eligible = row['isUncoverable'] === 'Y' ? new Decimal(0) : (parseDecimal(row['usdAmt']) ?? new Decimal(0));
  const remaining = Decimal.max(deductible.minus(used), 0);
  const use = Decimal.min(eligible, remaining);
  return {
    deductibleUseAmt: printDecimal(use, 2),
    deductibleLeft: printDecimal(remaining.minus(use), 2),
    deductibleAllAmt: printDecimal(deductible, 2),
  };
}

const methodOfNumber = prepared<{ deductibleId: string; id: string | null }>()(($) =>
  build
    .selectFrom('paid_charge')
    .select('calcType')
    .where('deductibleId', '=', $('deductibleId'))
    .where('isDeductibleNa', '=', 'N')
    .where('delFlag', '=', 'N')
    .where('id', 'is distinct from', $('id'))
    .orderBy('id')
    .limit(1),
);

/**
 * Requires the method, event or voyage, by which the oldest other charge with the number counts, or for the first
 * charge, that of the certificate.
 *
 * @param id of the charge that is written; null for a new one
 * @throws Refusal (400)
 */
async function requireMethod(
  { deductibleId, calcType }: Row,
  { id, certificate }: { id: unknown; certificate: StatedDeductible },
  { db }: Context,
): Promise<void> {
  const number = String(deductibleId);
  await lockName(db, `deductible number ${number}`);
  const other = await methodOfNumber.first(db, { deductibleId: number, id: id as string | null });
  const required = other?.calcType ?? certificate.calcType;
  if (required === undefined || required === calcType) return;
  const key = other ? 'MSG_claim_0246' : 'MSG_claim_0247';
  throw refuseFields([{ field: 'calcType', key, params: { number } }]);
}

const caseOf = prepared<{ id: string }>()(($) =>
  build
    .selectFrom('claim')
    .select([
      sql<string>`upper("vslNme")`.as('vessel'),
      'casualtyDate as casualty',
      sql<string>`coalesce("voyNum" || ' ' || "dirBound", svvd)`.as('voyage'),
    ])
    .where('id', '=', $('id')),
);

/** The key of the balance that a charge uses, from the current values of its case. */
async function balanceKeyOf({ caseId, calcType, deductibleId }: Row, { db }: Context): Promise<string> {
  const { vessel, casualty, voyage } = (await caseOf.first(db, { id: caseId as string }))!;
  return JSON.stringify([calcType, deductibleId, vessel, calcType === 'VOYAGE' ? voyage : casualty]);
}

const USED_BY_OTHERS = `select coalesce(sum(p."deductibleUseAmt"), 0) as used, max(p."deductibleAllAmt") as total
  from paid_charge p where ${inBalance('$1::text', 'p')} and p.id is distinct from $2::bigint`;

interface Used {
  used: Decimal;
  /** the deductible as stated by a charge; undefined if none states it */
  total: Decimal | undefined;
}

/**
 * The deductible that the other charges of a balance use.
 *
 * @param id of the charge that is written; null for a new one
 */
async function usedByOthers(key: string, id: unknown, { db }: Context): Promise<Used> {
  const { rows } = await db.query({ text: USED_BY_OTHERS, values: [key, id] });
  const [{ used, total }] = rows as [{ used: string; total: string | null }];
  return { used: parseDecimal(used)!, total: parseDecimal(total) };
}
