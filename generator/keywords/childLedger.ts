import { ownFieldFinder, type At, type LinkContext } from '../compile/linkContext.ts';
import type { ChildLedger, LedgerTest } from '../model/child.ts';
import type { Entity } from '../model/entity.ts';

/** All tests of a ledger, with their places in `x-child.ledger`. */
export function ledgerTests(ledger: ChildLedger | undefined): [test: LedgerTest, at: At][] {
  if (!ledger) return [];
  const { settled, steps = [] } = ledger;
  return [
    ...settled.tests.map((test, index): [LedgerTest, At] => [test, ['settled', 'tests', index]]),
    ...steps.flatMap(({ tests }, step) =>
      tests.map((test, index): [LedgerTest, At] => [test, ['steps', step, 'tests', index]]),
    ),
  ];
}

/** Checks the fields of a ledger: an amount in the currency of another field, and its total in a constant currency. */
export function linkLedger(
  { children }: Entity,
  ledger: ChildLedger,
  target: Entity,
  { model, report }: Pick<LinkContext, 'model' | 'report'>,
): void {
  const find = ownFieldFinder(target, report, `field of ${target.name}`);
  const [amount, base] = [find(ledger.amount, ['amount']), find(ledger.base, ['base'])];
  if (amount && !(amount.currency && 'field' in amount.currency))
    report.add(['amount'], `"${ledger.amount}" must be an amount with the currency of another field`);
  if (base && !(base.currency && 'code' in base.currency))
    report.add(['base'], `"${ledger.base}" must be an amount in one currency, because it is totalled`);
  find(ledger.by, ['by']);
  ledger.fields.forEach((name, index) => find(name, ['fields', index]));
  const names = children.map(({ entity }) => entity);
  for (const [{ is, child, via }, at] of ledgerTests(ledger)) {
    if (child !== undefined && !names.includes(child)) report.unknown([...at, 'child'], 'child', child, names);
    const tested = child === undefined ? target : model.entities[child];
    if (!tested) continue;
    const findTested = ownFieldFinder(tested, report, `field of ${tested.name}`);
    if (via !== undefined) findTested(via, [...at, 'via']);
    Object.keys(is ?? {}).forEach((name) => findTested(name, [...at, 'is', name]));
  }
}
