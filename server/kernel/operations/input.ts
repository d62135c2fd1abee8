import { HIDDEN } from '../../../generator/language/hiddenValue.ts';
import { compileFields } from '../../../generator/language/validation/fields.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { throwViolations } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { normalised } from '../write/normalise.ts';
import { missingReference } from '../write/references.ts';

/** The payload of an operation, normalised and validated. */
export interface OperationInput {
  /** fields of the row, for the save; empty for an action */
  body: Row;
  /** read-only fields of the row that the operation sets by its inputs */
  values: Row;
  /** input of the effect, stored in the audit line */
  input: Row;
  acceptWarnings: boolean;
}

/**
 * Reads the payload of an action and validates it like the fields of an entity: kind, length, bounds, options and
 * references. A missing input gets its default. Conditions of inputs (`show`) are not applied, because they need the
 * row: `applyShow` does.
 *
 * @throws Refusal (400) at every input that is missing, invalid or unknown
 */
export async function readInput(
  kernel: Kernel,
  operation: Operation,
  payload: Row,
  context: Context,
): Promise<OperationInput> {
  const fields = inputFields(operation);
  const { acceptWarnings: _accept, ...rest } = payload;
  const input: Row = {};
  for (const field of fields) {
    const value = normalised(rest[field.name] ?? null, field) ?? field.default;
    if (value != null) input[field.name] = value;
  }
  const places = fields.some(({ currency }) => currency) ? { places: await kernel.currencies.places() } : {};
  const violations = [
    ...unknownNames(rest, new Set(fields.map(({ name }) => name))),
    ...compileFields({ fields: fields.map((field) => optionalIfConditional(operation, field)) })(input, {
      mode: 'create',
      today: context.today,
      ...places,
    }),
  ];
  for (const field of fields) {
    if (input[field.name] === undefined || violations.some((one) => one.field === field.name)) continue;
    violations.push(
      ...(await unknownOption(kernel, field, input[field.name])),
      ...(await missingReference(kernel, field, { value: input[field.name], beside: input }, context)),
    );
  }
  const acceptWarnings = acceptsWarnings(payload);
  throwViolations(acceptWarnings ? violations.filter(({ level }) => level !== 'warning') : violations);
  return { body: {}, values: {}, input, acceptWarnings };
}

const optionalIfConditional = ({ input }: Operation, field: Field): Field =>
  field.required && input?.show?.[field.name] !== undefined ? { ...field, required: false } : field;

/** Names of the inputs that an operation does not ask for on a row: their condition (`show`) is false. */
export function hiddenInputs(
  { evaluator }: EntityRuntime,
  { input }: Operation,
  row: Row,
  context: Context,
): ReadonlySet<string> {
  const scope = { today: context.today, user: userBinding(context) };
  const conditions = Object.entries(input?.show ?? {});
  return new Set(conditions.filter(([, text]) => evaluator.test(text, row, scope) === false).map(([name]) => name));
}

/**
 * The input of an action without the defaults of hidden inputs.
 *
 * @throws Refusal (400) at every hidden input with a value, and at every other required one without
 */
export function applyShow(
  operation: Operation,
  { payload, read }: { payload: Row; read: OperationInput },
  hidden: ReadonlySet<string>,
): OperationInput {
  const fields = inputFields(operation);
  const missing = fields.filter(({ name, required }) => required && !hidden.has(name) && read.input[name] == null);
  throwViolations([...valuesOfHidden(fields, payload, hidden), ...missing.map(requiredViolation)]);
  return { ...read, input: Object.fromEntries(Object.entries(read.input).filter(([name]) => !hidden.has(name))) };
}

const requiredViolation = ({ name, label }: Field): Violation => ({
  field: name,
  key: MESSAGE.required,
  params: { label },
});

const valuesOfHidden = (fields: readonly Field[], payload: Row, hidden: ReadonlySet<string>): Violation[] =>
  fields
    .filter((field) => hidden.has(field.name) && normalised(payload[field.name] ?? null, field) != null)
    .map(({ name, label }) => ({ field: name, key: MESSAGE.inputNotShown, params: { label } }));

/**
 * Splits the payload of a transition into fields of the row and input of the effect. Only declared fields are
 * permitted, because a transition passes gates that block an edit. An input with the name of a read-only field sets it.
 *
 * @throws Refusal (400) at every input that is missing, invalid or unknown
 */
export function splitPayload(
  { fields }: EntityRuntime,
  operation: Operation,
  payload: Row,
  hidden: ReadonlySet<string>,
): OperationInput {
  const inputs = inputFields(operation);
  const { acceptWarnings: _accept, ...rest } = payload;
  throwViolations(unknownNames(rest, new Set([...operation.needs, ...inputs.map(({ name }) => name)]), fields));
  const body = { ...rest };
  const values: Row = {};
  const input: Row = {};
  const violations = valuesOfHidden(inputs, payload, hidden);
  for (const field of inputs) {
    const own = fields.get(field.name);
    const value = normalised(payload[field.name], field);
    if (hidden.has(field.name)) {
      delete body[field.name];
      continue;
    }
    if (field.required && value == null)
      violations.push({ ...requiredViolation(field), params: { label: (own ?? field).label } });
    if (own && !own.readOnly) continue;
    delete body[field.name];
    if (value == null) continue;
    const problem = KINDS[field.kind].check(value, field);
    if (problem) violations.push({ field: field.name, ...problem });
    (own ? values : input)[field.name] = value;
  }
  throwViolations(violations);
  return { body, values, input, acceptWarnings: acceptsWarnings(payload) };
}

/**
 * Validates references whose `match` contains fields of the row, such as a reference to a child of the row.
 *
 * @throws Refusal (400) at every input that refers to a row of another record
 */
export async function checkMatches(
  kernel: Kernel,
  operation: Operation,
  { input, row }: { input: Row; row: Row },
  context: Context,
): Promise<void> {
  const fields = inputFields(operation);
  const names = new Set(fields.map(({ name }) => name));
  const violations: Violation[] = [];
  for (const field of fields) {
    const matchesRow = Object.keys(field.ref?.match ?? {}).some((own) => !names.has(own));
    if (matchesRow && input[field.name] != null)
      violations.push(
        ...(await missingReference(kernel, field, { value: input[field.name], beside: { ...row, ...input } }, context)),
      );
  }
  throwViolations(violations);
}

/** The input for the audit line, with sensitive values hidden. */
export function inputForAudit(operation: Operation, input: Row): Row {
  const isHidden = ({ sensitive, writeOnly }: Field): boolean => sensitive || writeOnly;
  return Object.fromEntries(
    inputFields(operation)
      .filter(({ name }) => input[name] !== undefined)
      .map((field) => [field.name, isHidden(field) ? HIDDEN : input[field.name]]),
  );
}

const inputFields = ({ input }: Operation): Field[] => input?.fields ?? [];

const acceptsWarnings = ({ acceptWarnings }: Row): boolean => acceptWarnings === true || acceptWarnings === 'true';

/** A violation for each name that is not allowed: read-only for a field of the entity, else unknown. */
const unknownNames = (
  payload: Row,
  allowed: ReadonlySet<string>,
  fields: ReadonlyMap<string, Field> = new Map(),
): Violation[] =>
  Object.keys(payload)
    .filter((name) => !allowed.has(name))
    .map((name): Violation => {
      const field = fields.get(name);
      return field
        ? { field: name, key: MESSAGE.readOnly, params: { label: field.label } }
        : { field: name, key: MESSAGE.unknownField, params: { name } };
    });

async function unknownOption(kernel: Kernel, field: Field, value: unknown): Promise<Violation[]> {
  if (field.optionList === undefined) return [];
  const codes = new Set((await kernel.optionLists.choices(field.optionList)).map(({ code }) => code));
  return [value].flat().every((code) => codes.has(String(code)))
    ? []
    : [{ field: field.name, key: MESSAGE.option, params: { label: field.label, value } }];
}
