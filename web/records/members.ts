import type { Child } from '../../generator/model/child.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import type { Row } from '../fields/types.ts';
import { textOf } from '../fields/types.ts';

/**
 * Members of a record (`x-child.members`): the child entity, its reference to the parent and its reference to the
 * member.
 */
export interface Membership {
  entity: string;
  via: string;
  member: string;
}

/** The membership that an `x-child` describes; undefined if its rows are not members. */
export const membershipOf = (child: Child): Membership | undefined =>
  child.members === undefined ? undefined : { entity: child.entity, via: child.via, member: child.members };

/** The child row that links a member to its parent. */
export interface ParentLink {
  id: string;
  rev: number;
  parent: string;
}

/** Result for one member. */
export interface MemberResult {
  code: string;
  refusal?: string;
}

const MAX_PER_CALL = 1000;

/** Loads the links of members to their parents, by the code of the member; members without a parent are omitted. */
export async function parentLinksOf(
  { entity, via, member }: Membership,
  codes: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ParentLink>> {
  const links = new Map<string, ParentLink>();
  for (let from = 0; from < codes.length; from += MAX_PER_CALL) {
    const where = JSON.stringify([{ name: member, type: 'array', value: codes.slice(from, from + MAX_PER_CALL) }]);
    const { records } = await call<{ records: Row[] }>('GET', `/api/${entity}`, {
      query: { current: 1, pageSize: MAX_PER_CALL, where },
      signal,
    });
    for (const row of records)
      links.set(textOf(row[member]), { id: textOf(row['id']), rev: Number(row['rev']), parent: textOf(row[via]) });
  }
  return links;
}

/**
 * Assigns members to a parent: a member without a parent is added, a member of another parent is moved. The refusal of
 * a member does not stop the others.
 */
export async function assignMembers(
  { entity, via, member }: Membership,
  codes: readonly string[],
  parent: string,
  links: ReadonlyMap<string, ParentLink>,
): Promise<MemberResult[]> {
  const results: MemberResult[] = [];
  for (const code of codes) {
    const present = links.get(code);
    try {
      if (!present) await call('POST', `/api/${entity}`, { body: { [via]: parent, [member]: code } });
      else if (present.parent !== parent)
        await call('PATCH', `/api/${entity}/${present.id}`, { body: { rev: present.rev, [via]: parent } });
      results.push({ code });
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode === 0) throw error;
      results.push({ code, refusal: error.problems[0]?.message ?? error.message });
    }
  }
  return results;
}

/** Fields that identify a member: the first columns of its list. */
export const identifyingFields = (entity: Entity): Entity['fields'] =>
  entity.list.columns.flatMap((name) => entity.fields.filter((field) => field.name === name)).slice(0, MAX_COLUMNS);

const MAX_COLUMNS = 5;
