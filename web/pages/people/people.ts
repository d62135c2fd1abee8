import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import type { Membership } from '../../records/members.ts';
import { textOf } from '../../fields/types.ts';

/** A person's role, stored as a child row of the role. */
export const ROLE_OF_PERSON: Membership = { entity: 'role-user', via: 'roleId', member: 'userCde' };

/** Code and name of a person. */
export const personTitle = (person: ListRow): string => `${textOf(person['userCde'])} ${textOf(person['userName'])}`;

/** Value of `loginSetting` without which a person cannot log in. */
export const NO_ACCOUNT = 'NONE';

/** Whether a person can log in. */
export const hasAccount = (person: ListRow): boolean => person['loginSetting'] !== NO_ACCOUNT;

/** Changes people one by one with the `rev` that was read. @returns the reasons of refused changes @throws ApiError */
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
