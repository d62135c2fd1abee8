import { quote } from '../../../generator/language/sqlText.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Label, Option } from '../../../generator/model/field.ts';
import { notFound } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { peopleSource } from '../read/people.ts';
import { visibleRow } from '../read/row.ts';
import { statement } from '../statement.ts';
import { decidersOf } from './deciders.ts';
import { roleTitle } from './roleTitle.ts';
import { levelLabel } from './route.ts';
import { approvalSources, ofApproval, type ApprovalSources } from './sources.ts';

/** One operation of an approval. */
export interface ApprovalLine {
  step: ApprovalStep;
  level: Option | null;
  by: string;
  byName: string | null;
  at: string;
  opinion: string | null;
}

/** One approval of a record, from its submission to its decision. */
export interface ApprovalRound {
  /** whether the approval waits for a decision */
  open: boolean;
  /** the to-do's id */
  id: string;
  /** the amount that determined the levels, in the currency of the levels; decimal text */
  amount: string | null;
  currency: string;
  levels: Option[];
  /** the level that decides now, and the role of the people who decide */
  level: Option | null;
  role: Label | null;
  /** names of the people with that role who may decide now; empty for a closed approval */
  deciders: string[];
  submitter: string;
  submitterName: string | null;
  lines: ApprovalLine[];
}

/**
 * All approvals of a record, the latest first.
 *
 * @throws Refusal (404) for an invisible record or an entity without approval
 */
export async function approvalRounds(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  context: Context,
): Promise<ApprovalRound[]> {
  await visibleRow(kernel, runtime, id, context);
  const sources = approvalSources(kernel, runtime);
  if (!sources) throw notFound();
  const { rows } = await context.db.query(
    statement(roundsText(kernel, sources), [runtime.entity.name, id, sources.tasks.source.closed], true),
  );
  const label = (code: string | null): Option | null => (code === null ? null : (levelLabel(sources, code) as Option));
  const steps = new Map(
    Object.entries(sources.tasks.source.log.steps).map(([step, code]) => [code, step as ApprovalStep]),
  );
  const currency = (sources.levels.fields.get(sources.levels.source.from)!.currency as { code: string }).code;
  return Promise.all(
    (rows as StoredRound[]).map(async ({ levels, level, role, lines, ...round }) => ({
      ...round,
      currency,
      levels: levels.map((code) => label(code)!),
      level: label(level),
      role: role === null ? null : await roleTitle(kernel, sources, role, context),
      deciders:
        round.open && role !== null ? await decidersOf(kernel, openRound(role, round.submitter, lines), context) : [],
      lines: lines.map((line) => ({ ...line, step: steps.get(line.step)!, level: label(line.level) })),
    })),
  );
}

type StoredRound = Pick<ApprovalRound, 'open' | 'id' | 'amount' | 'submitter' | 'submitterName'> & {
  role: string | null;
  levels: string[];
  level: string | null;
  lines: (Omit<ApprovalLine, 'step' | 'level'> & { step: string; level: string | null })[];
};

const openRound = (role: string, submitter: string, lines: StoredRound['lines']): Parameters<typeof decidersOf>[1] => ({
  role,
  submitter,
  approvers: lines.filter(({ level }) => level !== null).map(({ by }) => by),
});

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

function roundsText(kernel: Kernel, { tasks: { entity, source }, log: { entity: lines } }: ApprovalSources): string {
  const people = peopleSource(kernel);
  const nameOf = (code: string): string =>
    people
      ? `(select c.${quote(people.name)} from ${quote(people.table)} c where c.${quote(people.code)} = ${code} and c."delFlag" = 'N' limit 1)`
      : 'null';
  const { log } = source;
  const line =
    `json_build_object('step', l.${quote(log.step)}, 'level', l.${quote(log.level)}, 'by', l.${quote(log.by)}, 'byName', ${nameOf(`l.${quote(log.by)}`)},` +
    ` 'at', to_char(l.${quote(log.at)} at time zone 'UTC', ${INSTANT}), 'opinion', l.${quote(log.opinion)})`;
  return (
    `select t.id::text as id, t.${quote(entity.machines[0]!.field)} <> $3 as open, t.${quote(source.amount)}::text as amount, t.${quote(source.levels)} as levels, t.${quote(source.level)} as level,` +
    ` t.${quote(source.role)}::text as role,` +
    ` t.${quote(source.submitter)} as submitter, ${nameOf(`t.${quote(source.submitter)}`)} as "submitterName",` +
    ` (select coalesce(json_agg(${line} order by l.id), '[]') from ${quote(lines.table)} l where l.${quote(log.via)} = t.id and l."delFlag" = 'N') as lines` +
    ` from ${quote(entity.table)} t where t.${quote(source.entity)} = $1 and t.${quote(source.record)} = $2 and ${ofApproval(source, 't')} and t."delFlag" = 'N' order by t.id desc`
  );
}
