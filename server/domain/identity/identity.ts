import type { Area } from '../area.ts';
import { Accounts, refuseAdminPassword } from './accounts.ts';
import { requireAdministrator } from './administrators.ts';
import { LoginLimits } from './loginLimits.ts';
import { personRules, rightsRules, roleRules } from './person.ts';
import { roleHolders, roleMembers } from './roleHolders.ts';
import { Sessions } from './sessions.ts';
import { identityTables } from './tables.ts';

/** People, roles, log-in and sessions. */
export const identity: Area = {
  name: 'identity',
  checkSettings: ({ adminPassword }) => refuseAdminPassword(adminPassword),
  open: ({ kernel }) => {
    kernel.roleHolders = roleHolders;
    kernel.roleMembers = roleMembers;
    const tables = identityTables(kernel.pool);
    return {
      tables,
      sessions: new Sessions(tables, kernel.pool),
      accounts: new Accounts(kernel, tables, new LoginLimits(kernel.pool)),
    };
  },
  rules: ({ sessions, config }) => {
    const checkAdministrator = requireAdministrator(config.oidc !== undefined);
    const rights = rightsRules(sessions, checkAdministrator);
    return {
      person: personRules(sessions, checkAdministrator),
      role: roleRules(sessions),
      'role-permission': rights,
      'role-user': rights,
    };
  },
  jobs: ({ sessions }) => [{ failure: 'expired sessions were not deleted', run: () => sessions.sweep() }],
};
