import { refuseFields } from '../../errors.ts';
import type { Effect, EntityRuntime, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { lockGroup } from '../../kernel/keywords/latest.ts';
import { createRow, updateRow } from '../../kernel/write/save.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { parsedRows, selectRows } from '../../kernel/printedRows.ts';

/** Status in which a vessel takes over a pre-entry (1§4). */
const TO_BE_OPERATED = 'To Be Operated';
/** Fields that are not copied: the flag that `x-latest` sets, and the code, which is an input of the action. */
const SKIPPED_FIELDS = new Set(['newestFlag', 'vslCde']);

/**
 * Copies a pre-entry to the vessels (1§2, 1§4). Creates a vessel with the code of the input. If a vessel with this code
 * exists, updates its latest row, which must have the status To Be Operated.
 *
 * @throws Refusal 409 at `vslCde` for a vessel in another status; 400 at missing fields of the vessel
 */
export const takeOver: Effect = async (kernel, { row, input, acceptWarnings }, context) => {
  const code = String(input['vslCde']);
  const systemContext = asSystem(context);
  const vessels = entityNamed(kernel, 'vessel');
  const copiedFields = [...vessels.fields.values()]
    .filter((field) => !field.readOnly && !SKIPPED_FIELDS.has(field.name))
    .map(({ name }) => name);
  const values: Row = {};
  for (const name of copiedFields) if (row[name] != null) values[name] = row[name];
  if (input['effectiveFrom'] != null) values['effectiveFrom'] = input['effectiveFrom'];
  const existing = await lockLatest(kernel, vessels, code, systemContext);
  if (existing && existing['vesselStatus'] !== TO_BE_OPERATED)
    throw refuseFields(
      [
        {
          field: 'vslCde',
          key: 'MSG_master_0303',
          params: { code, status: await statusLabel(kernel, vessels, existing) },
        },
      ],
      'conflict',
    );
  if (existing)
    await updateRow(
      kernel,
      {
        runtime: vessels,
        id: String(existing['id']),
        rev: Number(existing['rev']),
        input: { ...values, acceptWarnings },
      },
      systemContext,
    );
  else await createRow(kernel, { runtime: vessels, input: { ...values, vslCde: code, acceptWarnings } }, systemContext);
  return {
    values: { takenOver: `${code} ${context.today}` },
    message: { key: existing ? 'MSG_master_0305' : 'MSG_master_0304', params: { code } },
  };
};

/** Locks and reads the latest row of a vessel. First locks the vessel's code, so that no later row can be added. */
async function lockLatest(
  kernel: Kernel,
  vessels: EntityRuntime,
  code: string,
  context: Context,
): Promise<Row | undefined> {
  await lockGroup(vessels, [code], context);
  const text = `${selectRows(vessels)} where t."vslCde" = $1 and t."delFlag" = 'N' order by t."effectiveFrom" desc limit 1`;
  const [latest] = parsedRows(await context.db.query({ text, values: [code] }));
  if (latest) await lockInOrder(kernel, [{ runtime: vessels, id: String(latest['id']) }], context);
  return latest;
}

/** The option of a vessel's status, for its label; the code if it has no option. */
async function statusLabel(kernel: Kernel, { fields }: EntityRuntime, row: Row): Promise<unknown> {
  const status = fields.get('vesselStatus')!;
  const options = status.options ?? (await kernel.optionLists.choices(status.optionList!));
  return options.find(({ code }) => code === row['vesselStatus']) ?? row['vesselStatus'];
}
