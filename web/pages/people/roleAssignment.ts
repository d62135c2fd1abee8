import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/field.ts';
import { useRefresh } from '../../records/form/save.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import { assignMembers, parentLinksOf } from '../../records/members.ts';
import { textOf } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { ROLE_OF_PERSON } from './people.ts';

interface RoleAssignment {
  /** the current roles are loaded */
  isLoaded: boolean;
  working: boolean;
  /** reasons of refused assignments, and errors */
  refusals: readonly string[];
  /** current role of a person */
  roleOf: (person: ListRow) => string | undefined;
  assign: (role: string | null) => Promise<void>;
}

/**
 * Loads the roles of people, and assigns a role to all of them.
 *
 * @param field the reference to the role
 * @param onAssigned called when all people have the role
 */
export function useRoleAssignment(people: readonly ListRow[], field: Field, onAssigned: () => void): RoleAssignment {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const refreshRoles = useRefresh(field.ref!.entity);
  const refreshLinks = useRefresh(ROLE_OF_PERSON.entity);
  const [working, setWorking] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const codes = people.map((person) => textOf(person['userCde']));
  const links = useQuery({
    queryKey: ['picker', ROLE_OF_PERSON.entity, 'parents', codes],
    queryFn: ({ signal }) => parentLinksOf(ROLE_OF_PERSON, codes, signal),
    staleTime: 0,
  });

  async function assign(role: string | null): Promise<void> {
    if (role === null || !links.data) return;
    setWorking(true);
    setRefusals([]);
    try {
      const results = await assignMembers(ROLE_OF_PERSON, codes, role, links.data);
      await Promise.all([refreshRoles(), refreshLinks(), links.refetch()]);
      const refused = results.flatMap(({ code, refusal }) => (refusal === undefined ? [] : [`${code}: ${refusal}`]));
      if (refused.length > 0) return setRefusals(refused);
      message.success(t('people.roleAssigned'));
      onAssigned();
    } catch (error) {
      setRefusals([errorText(error, t)]);
    } finally {
      setWorking(false);
    }
  }

  return {
    isLoaded: links.data !== undefined,
    working,
    refusals: [...refusals, ...(links.error ? [errorText(links.error, t)] : [])],
    roleOf: (person) => links.data?.get(textOf(person['userCde']))?.parent,
    assign,
  };
}
