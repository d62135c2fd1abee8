import type { DomainRules, Kernel } from '../../kernel/core.ts';
import { refuseFields } from '../../errors.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { quote } from '../../kernel/statement.ts';

/** The children of a global agency record that name an agent in `agenyCde`: its shares, and its uploaded containers. */
const WITH_AGENT = ['agency-detail', 'agency-container'] as const;

/** Limit of the agents of a record: that of its shares (`x-child.max`, 1§5 Global agency premium). */
export const maxAgents = (kernel: Kernel): number =>
  entityNamed(kernel, 'agency-premium').entity.children.find(({ entity }) => entity === WITH_AGENT[0])!.max!;

/**
 * Refuses an agent beyond the limit when a share or a line of containers is saved. An agent with containers gets a share
 * when the premium is allocated, so both are counted. The save has locked the record.
 *
 * Updates of several shares by *Allocate* change no agent, and are written as a set.
 */
export const agentRules = (kernel: Kernel): DomainRules => {
  const [details, containers] = WITH_AGENT.map((name) => quote(entityNamed(kernel, name).entity.table));
  const max = maxAgents(kernel);
  const rows = `select "agenyCde" from ${details} where "agencyPremiumId" = $1 and "delFlag" = 'N' union all select "agenyCde" from ${containers} where "agencyPremiumId" = $1 and "delFlag" = 'N'`;
  // counts only if no other row names the agent
  const text = `select case when (select count(*) from (${rows}) r where "agenyCde" = $2) > 1 then 0 else (select count(distinct "agenyCde") from (${rows}) r) end::int as agents`;
  return {
    only: ['create', 'update'],
    afterWrite: async ({ row, before }, { db }) => {
      const { agencyPremiumId, agenyCde, delFlag } = row;
      if (delFlag === 'Y' || (before?.['agenyCde'] === agenyCde && before?.['agencyPremiumId'] === agencyPremiumId))
        return;
      const result = await db.query({ text, values: [agencyPremiumId, agenyCde] });
      const [{ agents }] = result.rows as [{ agents: number }];
      if (agents > max) throw refuseFields([{ field: 'agenyCde', key: 'MSG_premium_0232', params: { max } }]);
    },
  };
};
