import { quote } from '../../../generator/language/sqlText.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import { refuseFields } from '../../errors.ts';
import { entityNamed } from '../../kernel/kernel.ts';

/** The children of a global agency record that name an agent in `agenyCde`: its shares, and its uploaded containers. */
const WITH_AGENT = ['agency-detail', 'agency-container'] as const;

/** Limit of the agents of a record: that of its shares (`x-child.max`, 1§5 Global agency premium). */
export const maxAgents = (kernel: Kernel): number =>
  entityNamed(kernel, 'agency-premium').entity.children.find(({ entity }) => entity === WITH_AGENT[0])!.max!;

/**
 * Refuses an agent beyond the limit when a share or a line of containers is saved. An agent with containers gets a
 * share when the premium is allocated, so both are counted. The save has locked the record.
 *
 * Updates of several shares by *Allocate* change no agent, and are written as a set.
 */
export const agentRules = (kernel: Kernel): DomainRules => {
  const max = maxAgents(kernel);
  const rowsOf = (condition: string): string =>
    WITH_AGENT.map(
      (name) =>
        `select "agenyCde" from ${quote(entityNamed(kernel, name).entity.table)}` +
        ` where "agencyPremiumId" = $1 and "delFlag" = 'N'${condition}`,
    ).join(' union all ');
  // the saved row is one of them
  const named = `select from (${rowsOf(' and "agenyCde" = $2')}) r offset 1 limit 1`;
  const agents = `select count(distinct "agenyCde")::int as agents from (${rowsOf('')}) r`;
  return {
    only: ['create', 'update'],
    afterWrite: async ({ row, before }, { db }) => {
      const { agencyPremiumId, agenyCde, delFlag } = row;
      if (delFlag === 'Y' || (before?.['agenyCde'] === agenyCde && before?.['agencyPremiumId'] === agencyPremiumId))
        return;
      // a record has few agents and many lines, which are counted only for the first of an agent
      if ((await db.query({ text: named, values: [agencyPremiumId, agenyCde] })).rows.length > 0) return;
      const { rows } = await db.query({ text: agents, values: [agencyPremiumId] });
      if ((rows as [{ agents: number }])[0].agents > max)
        throw refuseFields([{ field: 'agenyCde', key: 'MSG_premium_0232', params: { max } }]);
    },
  };
};
