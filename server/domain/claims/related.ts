import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { rowOperations } from '../../../generator/language/operations.ts';
import type { Field } from '../../../generator/model/field.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields, type Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect, EffectInput, EntityRuntime, Kernel, LocksOf } from '../../kernel/core.ts';
import { locking } from '../../kernel/domain.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { subtypeOf } from '../../kernel/subtypes.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';

const caseByNumber = prepared<{ ourRef: string }>()(($) =>
  build
    .selectFrom('claim')
    .select(['id', 'rev', 'ourRef', 'bizType', 'claimStatus', 'approvalFlag', 'relatedClaims'])
    .where('ourRef', '=', $('ourRef'))
    .where('delFlag', '=', 'N'),
);

const numbers = (row: Row): string[] => (row['relatedClaims'] as string[] | null | undefined) ?? [];

const otherCase: LocksOf = async (kernel, { input }, { db }) => {
  const found = await caseByNumber.first(db, { ourRef: String(input['claimRef']) });
  return found ? [{ runtime: entityNamed(kernel, 'claim'), id: String(found.id) }] : [];
};

/**
 * Relates two cases, or removes their relation, on both sides (2§5).
 *
 * @throws Refusal (400) at `claimRef` for the case itself, a case that is or is not related already, or one that is
 *   closed or under approval
 */
export const relateCase: Effect = locking(otherCase, async (kernel, { row, input }, context) => {
  const ourRef = String(row['ourRef']);
  const other = (await caseByNumber.first(context.db, { ourRef: String(input['claimRef']) }))! as Row;
  const refused = (key: string): Refusal =>
    refuseFields([{ field: 'claimRef', key, params: { case: other['ourRef'] } }]);
  if (other['ourRef'] === ourRef) throw refused('MSG_claim_0156');
  if (other['claimStatus'] === 'Closed') throw refused('MSG_claim_0193');
  if (other['approvalFlag'] === 'Y') throw refused('MSG_claim_0194');
  const isRemoval = input['removal'] === 'Y';
  if (numbers(row).includes(String(other['ourRef'])) !== isRemoval)
    throw refused(isRemoval ? 'MSG_claim_0196' : 'MSG_claim_0195');
  const changed = (own: Row, number: string): string[] =>
    isRemoval ? numbers(own).filter((one) => one !== number) : [...new Set([...numbers(own), number])];
  await updateRelated(kernel, other, changed(other, ourRef), asSystem(context));
  return { values: { relatedClaims: changed(row, String(other['ourRef'])) } };
});

const updateRelated = (kernel: Kernel, row: Row, relatedClaims: string[], context: Context): Promise<unknown> =>
  updateRow(
    kernel,
    {
      runtime: subtypeOf(kernel, entityNamed(kernel, 'claim'), row),
      id: String(row['id']),
      rev: Number(row['rev']),
      input: {},
      system: { values: { relatedClaims }, action: 'relate', isAuthorized: true, isDerived: true },
    },
    context,
  );

/** Names of the ports with a code, at most two. */
const portNames = prepared<{ portCode: string }>()(($) =>
  build.selectFrom('port').select('portName').where('portCode', '=', $('portCode')).where('delFlag', '=', 'N').limit(2),
);

/**
 * The port of a draft of kind "other", which requires one: from the input, or from the case.
 *
 * @throws Refusal (400) at the missing input
 */
async function portOfDraft({ runtime, row, input }: EffectInput, { db }: Context): Promise<Row> {
  const portCde = input['convertPort'] ?? row['portCde'];
  if (portCde == null) throw missingInput(runtime, 'convertPort');
  const ownName = portCde === row['portCde'] ? row['portName'] : undefined;
  const named = await portNames.all(db, { portCode: String(portCde) });
  const portName = input['convertPortName'] ?? ownName ?? (named.length === 1 ? named[0]!.portName : undefined);
  if (portName == null) throw missingInput(runtime, 'convertPortName');
  return { portCde, portName };
}

/** The refusal (400) of a conversion without an input that this case needs. */
function missingInput({ entity }: EntityRuntime, name: string): Refusal {
  const inputs = rowOperations(entity)
    .get('acceptConvert')!
    .flatMap(({ input }) => input?.fields ?? []);
  const { label } = inputs.find((field) => field.name === name)!;
  return refuseFields([{ field: name, key: MESSAGE.required, params: { label } }]);
}

/**
 * Creates a draft of kind "other" from an accepted case, with the fields that all cases have but numbers, process dates
 * and children (2§5). Both cases refer to each other.
 *
 * @throws Refusal (400) as `portOfDraft`
 */
export const convertCase: Effect = async (kernel, request, context) => {
  const { row } = request;
  const runtime = entityNamed(kernel, 'other-claim');
  const shared = entityNamed(kernel, 'claim').entity.fields.filter(isShared);
  const values = Object.fromEntries(
    shared.flatMap(({ name }) => (row[name] == null || !runtime.fields.has(name) ? [] : [[name, row[name]]])),
  );
  const body = {
    ...values,
    ...(await portOfDraft(request, context)),
    relatedClaims: [row['ourRef']],
    acceptWarnings: true,
  };
  const created = await createRow(kernel, { runtime, input: body, system: { isAuthorized: true } }, asSystem(context));
  const ourRef = String(created.row['ourRef']);
  return {
    values: { relatedClaims: [...numbers(row), ourRef] },
    made: { entity: runtime.entity.name, id: created.id },
    message: { key: 'MSG_claim_0197', params: { case: ourRef } },
  };
};

/** Whether a draft made from a case has the field: one that people enter, and that does not name other cases. */
const isShared = ({ name, readOnly, state, number, compute }: Field): boolean =>
  !readOnly &&
  !state &&
  number === undefined &&
  (compute === undefined || compute.overridable) &&
  name !== 'relatedClaims';
