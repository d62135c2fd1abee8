import type { Child } from '../../generator/model/child.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import type { Row } from '../fields/types.ts';
import { textOf } from '../fields/types.ts';

/**
 * Members of a record, as `x-child.members` says: the child's field that names the member, and the one that names the
 * whole.
 */
export interface Membership {
  entity: string;
  via: string;
  member: string;
}

export const membershipOf = (child: Child): Membership | undefined =>
  child.members === undefined ? undefined : { entity: child.entity, via: child.via, member: child.members };

/** Where a member belongs now. */
export interface Place {
  id: string;
  rev: number;
  whole: string;
}

/** What became of one member of several. */
export interface Placed {
  code: string;
  refusal?: string;
}

const MOST_AT_ONCE = 1000;

/** Where each of the members belongs; one that belongs nowhere is not in it. */
export async function placesOf(
  { entity, via, member }: Membership,
  codes: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  for (let from = 0; from < codes.length; from += MOST_AT_ONCE) {
    const where = JSON.stringify([{ name: member, type: 'array', value: codes.slice(from, from + MOST_AT_ONCE) }]);
    const { records } = await call<{ records: Row[] }>('GET', `/api/${entity}`, {
      query: { current: 1, pageSize: MOST_AT_ONCE, where },
      signal,
    });
    for (const row of records)
      places.set(textOf(row[member]), { id: textOf(row['id']), rev: Number(row['rev']), whole: textOf(row[via]) });
  }
  return places;
}

/**
 * Puts each member under a record: a new one is made, one that belongs elsewhere is moved. One that is refused does not
 * stop the others.
 */
export async function placeMembers(
  { entity, via, member }: Membership,
  codes: readonly string[],
  whole: string,
  places: ReadonlyMap<string, Place>,
): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (const code of codes) {
    const present = places.get(code);
    try {
      if (!present) await call('POST', `/api/${entity}`, { body: { [via]: whole, [member]: code } });
      else if (present.whole !== whole)
        await call('PATCH', `/api/${entity}/${present.id}`, { body: { rev: present.rev, [via]: whole } });
      placed.push({ code });
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode === 0) throw error;
      placed.push({ code, refusal: error.problems[0]?.message ?? error.message });
    }
  }
  return placed;
}

/** The fields of the member's own entity that tell one from another: its list's first columns. */
export const tellingFields = (entity: Entity): Entity['fields'] =>
  entity.list.columns.flatMap((name) => entity.fields.filter((field) => field.name === name)).slice(0, MOST_COLUMNS);

const MOST_COLUMNS = 5;
