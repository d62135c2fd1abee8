import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import type { Membership } from '../../records/members.ts';
import { textOf } from '../../fields/types.ts';

/** Who holds which role. */
export const ROLE_OF_PERSON: Membership = { entity: 'role-user', via: 'roleId', member: 'userCde' };

/** What a person is called in a list of several. */
export const personTitle = (person: ListRow): string => `${textOf(person['userCde'])} ${textOf(person['userName'])}`;

/** Changes each person on the revision that was read; answers why, for those who were not changed. */
export async function changePeople(people: readonly ListRow[], changes: Record<string, unknown>): Promise<string[]> {
  const refusals: string[] = [];
  for (const person of people) {
    try {
      await call('PATCH', `/api/person/${person.id}`, { body: { rev: person.rev, ...changes } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode === 0) throw error;
      refusals.push(`${personTitle(person)}: ${error.problems[0]?.message ?? error.message}`);
    }
  }
  return refusals;
}
