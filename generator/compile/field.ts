import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Field, KindName, Label, Option, Ref } from '../model/field.ts';
import { isRaw, type Raw } from './source.ts';
import type { Report } from './report.ts';

/** Total digits and decimal places of the decimal kinds. A field can narrow them by `x-precision` and `x-scale`. */
const DECIMALS: Partial<Record<KindName, { precision: number; scale: number }>> = {
  money: { precision: 20, scale: 2 },
  percent: { precision: 9, scale: 4 },
  rate: { precision: 18, scale: 8 },
  decimal: { precision: 18, scale: 6 },
};

const KIND_REFERENCE = /^kinds\.json#\/\$defs\/(\w+)$/;

type AllOptional<T> = { [K in keyof T]: T[K] | undefined };
type LimitName =
  | 'maxLength'
  | 'minLength'
  | 'pattern'
  | 'patternMessage'
  | 'precision'
  | 'scale'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'maxItems';

interface FieldContext {
  required: boolean;
  /** the content of `kinds.json` */
  kinds: Raw;
  report: Report;
}

/**
 * Compiles a property of an entity file.
 *
 * @returns undefined if the name or the field kind is invalid, which it reports
 */
export function compileField(name: string, raw: Raw, { required, kinds, report }: FieldContext): Field | undefined {
  const at = ['properties', name] as const;
  if (KERNEL_FIELDS.some((field) => field.name === name)) {
    report.add(at, `"${name}" is a field that every entity already has`);
    return undefined;
  }
  if (raw['type'] === 'number')
    report.add([...at, 'type'], 'numbers must be exact: use kind integer, decimal, money, percent or rate');
  const found = readKind(raw, kinds, report.within(at));
  if (!found) return undefined;
  const { kind, base } = found;
  const decimals = DECIMALS[kind];
  const limits = { ...base, ...(decimals && { 'x-precision': decimals.precision, 'x-scale': decimals.scale }) };
  checkNarrowing(raw, limits, at, report);
  const field = withoutAbsent<Field>({
    name,
    kind,
    label: raw['x-label'] as Label,
    help: raw['x-help'] as Label | undefined,
    id: (raw['x-id'] as string | undefined) ?? name,
    required,
    ...readAccess(raw, kind),
    ...readLimits(raw, base, decimals),
    ...readDefaults(raw),
    ...readOptions(raw),
    ref: readReference(raw, kind, at, report),
    offer: readOffer(raw, at, report),
    price: raw['x-price'] === true ? (true as const) : undefined,
    zh: raw['x-zh'] as string | undefined,
    names: raw['x-names'] as Field['names'],
    currency: readCurrency(raw['x-currency'] as string | undefined),
    normalize: readNormalize(raw['x-normalize'] ?? base['x-normalize']),
    compute: readFormula(raw),
    number: raw['x-number'] as { pattern: string } | undefined,
    state: false,
    spec: specOf(raw),
  });
  if (raw['maxLength'] === undefined) WITHOUT_LENGTH.add(field);
  return field;
}

/** Whether a field can be written, read and logged. */
function readAccess(
  raw: Raw,
  kind: KindName,
): Pick<AllOptional<Field>, 'writeOnce'> & Pick<Field, 'readOnly' | 'writeOnly' | 'sensitive'> {
  return {
    readOnly: raw['readOnly'] === true,
    writeOnce: raw['x-writeOnce'] === true ? true : undefined,
    writeOnly: raw['writeOnly'] === true || kind === 'password',
    sensitive: raw['x-sensitive'] === true || kind === 'password',
  };
}

/** Finds the field kind of a property and its entry in `kinds.json`. */
function readKind(raw: Raw, kinds: Raw, report: Report): { kind: KindName; base: Raw } | undefined {
  const defs = (kinds['$defs'] ?? {}) as Record<string, Raw>;
  const kind = KIND_REFERENCE.exec(String(raw['$ref'] ?? ''))?.[1];
  if (kind !== undefined && kind in defs) return { kind: kind as KindName, base: defs[kind]! };
  const known = Object.keys(defs).map((def) => (kind === undefined ? `kinds.json#/$defs/${def}` : def));
  report.unknown(['$ref'], 'field kind', kind ?? String(raw['$ref'] ?? '(none)'), known);
  return undefined;
}

type Decimals = (typeof DECIMALS)[KindName];

/** Limits of a field: its own, else those of its kind. */
function readLimits(raw: Raw, base: Raw, decimals: Decimals): Pick<AllOptional<Field>, LimitName> {
  const limit = <T>(key: string): T | undefined => (raw[key] ?? base[key]) as T | undefined;
  return {
    maxLength: limit<number>('maxLength'),
    minLength: limit<number>('minLength'),
    patternMessage: raw['x-patternMessage'] as Label | undefined,
    // the pattern of a decimal kind only describes its JSON; precision and scale check the value
    pattern: (raw['pattern'] ?? (decimals ? undefined : base['pattern'])) as string | undefined,
    precision: decimals && (limit<number>('x-precision') ?? decimals.precision),
    scale: decimals && (limit<number>('x-scale') ?? decimals.scale),
    minimum: bound(limit('minimum')),
    maximum: bound(limit('maximum')),
    exclusiveMinimum: bound(limit('exclusiveMinimum')),
    exclusiveMaximum: bound(limit('exclusiveMaximum')),
    maxItems: limit<number>('maxItems'),
  };
}

/** Fields without `maxLength` in their file. A reference among them gets the length of the code that it refers to. */
const WITHOUT_LENGTH = new WeakSet<Field>();

/** Whether a compiled field states its length in its file. */
export const hasOwnLength = (field: Field): boolean => !WITHOUT_LENGTH.has(field);

/** Reads `x-normalize`; a text in capitals is also trimmed. */
function readNormalize(raw: unknown): Field['normalize'] {
  const steps = (raw ?? []) as Field['normalize'];
  return steps.includes('upper') ? ['trim', ...steps.filter((step) => step !== 'trim')] : steps;
}

/** Limit of the number of suggested values (`x-offer`). */
const MAX_OFFERED = 100;

function readOffer(raw: Raw, at: readonly string[], report: Report): Field['offer'] {
  const offer = raw['x-offer'] as Field['offer'];
  if (offer && (offer.to < offer.from || offer.to - offer.from >= MAX_OFFERED))
    report.add([...at, 'x-offer'], `from ${offer.from} to ${offer.to} is not 1 to ${MAX_OFFERED} values`);
  return offer;
}

/** References to the specification (`x-spec`) of an object of a schema. */
export const specOf = (raw: Raw): string[] => [raw['x-spec'] ?? []].flat() as string[];

/** Removes keys with the value undefined, which `exactOptionalPropertyTypes` does not allow. */
export function withoutAbsent<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}

/** Reports limits of a property that are wider than those of its kind. */
function checkNarrowing(raw: Raw, base: Raw, at: readonly string[], report: Report): void {
  for (const [key, tighter] of [
    ['maxLength', Math.min],
    ['maxItems', Math.min],
    ['minLength', Math.max],
    ['x-precision', Math.min],
    ['x-scale', Math.min],
  ] as const) {
    const own = raw[key];
    const ofKind = base[key];
    if (typeof own === 'number' && typeof ofKind === 'number' && tighter(own, ofKind) !== own) {
      report.add(
        [...at, key],
        `${own} widens the kind's own ${key} of ${ofKind}; keywords beside a $ref only narrow it`,
      );
    }
  }
}

const bound = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

function readDefaults(raw: Raw): Pick<Field, 'default' | 'defaultExpr' | 'proposal'> {
  if (raw['x-propose'] !== undefined) return { proposal: String(raw['x-propose']) };
  if (raw['default'] !== undefined) return { default: raw['default'] };
  const own = raw['x-default'];
  if (isRaw(own) && typeof own['expr'] === 'string') return { defaultExpr: own['expr'] };
  if (typeof own === 'string') return { defaultExpr: own };
  return own === undefined ? {} : { default: own };
}

function readOptions(raw: Raw): Pick<Field, 'options' | 'optionList' | 'fieldsOf' | 'operationsOf' | 'optionsOf'> {
  const own = raw['x-options'];
  if (isRaw(own) && isRaw(own['sameAs'])) return { optionsOf: own['sameAs'] as Field['optionsOf'] & object };
  if (isRaw(own))
    return own['operationsOf'] === undefined
      ? { fieldsOf: String(own['fieldsOf']) }
      : { operationsOf: String(own['operationsOf']) };
  if (typeof own === 'string') return { optionList: own };
  return Array.isArray(own) ? { options: own as Option[] } : {};
}

/** Reads `x-currency`: three capitals are a code, other texts are fields, whose names begin with a small letter. */
const readCurrency = (raw: string | undefined): { field: string } | { code: string } | undefined =>
  raw === undefined ? undefined : /^[A-Z]{3}$/.test(raw) ? { code: raw } : { field: raw };

function readFormula(raw: Raw): Field['compute'] {
  const own = raw['x-compute'];
  return isRaw(own)
    ? {
        expr: String(own['expr']),
        overridable: own['overridable'] === true,
        ...(own['follows'] === true ? { follows: true } : {}),
      }
    : undefined;
}

function readReference(raw: Raw, kind: string, at: readonly string[], report: Report): Ref | undefined {
  const own = raw['x-ref'];
  if (!isRaw(own)) {
    if (kind === 'ref' || kind === 'multiRef') report.add(at, 'a reference needs "x-ref": {"entity": …, "by": …}');
    return undefined;
  }
  return withoutAbsent<Ref>({
    entity: String(own['entity']),
    by: String(own['by'] ?? 'id'),
    unique: false,
    match: own['match'] as Record<string, string> | undefined,
    key: own['key'] as string | undefined,
    where: own['where'] as string | undefined,
    fill: own['fill'] as Record<string, string> | undefined,
    open: own['open'] === true ? true : undefined,
    onDelete: own['onDelete'] === 'keep' ? 'keep' : undefined,
    onUpdate: own['onUpdate'] === 'restrict' ? 'restrict' : undefined,
  });
}
