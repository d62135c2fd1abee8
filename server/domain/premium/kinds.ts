import { type Decimal, parseDecimal } from '../../../generator/language/decimal.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';
import { currencyOf } from '../../../generator/language/currency.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Premium } from '../../../generator/model/premium.ts';
import type { EntityRuntime, Kernel, Registry } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import type { Period } from './split.ts';

/** A kind of premium: an entity with `x-premium`, whose rows belong to the versions of one policy type. */
export interface PremiumKind {
  runtime: EntityRuntime;
  /** the name of the entity */
  name: string;
  premium: Premium;
}

/** All kinds of premium, by policy type. */
export const kindsOf = cacheByObject(
  ({ entities }: Registry): ReadonlyMap<string, PremiumKind> =>
    new Map(
      [...entities.values()].flatMap((runtime) => {
        const { name, premium } = runtime.entity;
        return premium ? [[premium.type, { runtime, name, premium }]] : [];
      }),
    ),
);

/** The kind of premium in the versions of a policy type; undefined for a type without one. */
export const kindOf = ({ registry }: Kernel, policyType: unknown): PremiumKind | undefined =>
  kindsOf(registry).get(String(policyType));

/** The amount due of a row; undefined if it is not computed yet. */
export const dueOf = ({ premium }: PremiumKind, row: Row): Decimal | undefined => parseDecimal(row[premium.due]);

/** The currency of a row: the code of `x-currency`, or the value of the field that it names. */
export const currencyOfRow = (kind: PremiumKind, row: Row): string => String(currencyOf(dueField(kind), row));

/** The field with the amount due. */
export const dueField = ({ runtime, premium }: PremiumKind): Field => runtime.fields.get(premium.due)!;

/** The cover of a row. */
export const coverOf = ({ premium }: PremiumKind, row: Row): Period => ({
  from: String(row[premium.from]),
  to: String(row[premium.to]),
});

/** Whether the insured object is a vessel, so that instalments refer to it; otherwise they have its name as text. */
export const insuresVessels = ({ runtime, premium }: PremiumKind): boolean =>
  premium.object.length === 1 && runtime.fields.get(premium.object[0]!)?.ref?.entity === 'vessel';

/** What a row insures: the code of the vessel, or the values that name the object. */
export const objectOf = ({ premium }: PremiumKind, row: Row): string =>
  premium.object
    .map((name) => row[name])
    .filter((value) => value != null)
    .join(' ');

/** SQL: what a row `t` insures, as `objectOf` returns it. */
export const objectSql = ({ premium }: PremiumKind): string =>
  `concat_ws(' ', ${premium.object.map((name) => `t.${quote(name)}`).join(', ')})`;
