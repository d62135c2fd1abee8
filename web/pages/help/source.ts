import { queryOptions } from '@tanstack/react-query';
import type { Label } from '../../../generator/model/field.ts';
import type { Machine } from '../../../generator/model/operation.ts';
import { call } from '../../api/client.ts';

/** An entity in the data dictionary that this user may see. */
export interface Described {
  name: string;
  area: Label;
  label: Label;
}

/** The data dictionary of one entity, restricted to what the user's role may see. */
export interface Description {
  name: string;
  area: string;
  label: Label;
  table: string;
  key: string[];
  spec: string[];
  fields: { name: string; label: Label; help: Label | null; kind: string; rules: Label[]; spec: string[] }[];
  rules: { word: string; id: string; says: Label; message: Label | null; spec: string[] }[];
  machines: Machine[];
  actions: {
    name: string;
    label: Label;
    on: 'row' | 'list';
    from: Record<string, string[]>;
    guard: string | null;
    actor: string | null;
    input: { name: string; label: Label; required: boolean; when: string | null }[];
    spec: string[];
  }[];
  permissions: string[];
  /** null if the user may not see the roles */
  roles: { role: Label; actions: string[] }[] | null;
}

/** An entity, or a part of its schema, that implements a line of the specification. */
export interface Carrier {
  entity: string;
  label: Label;
  part?: string;
}
/** Assumptions about an entity or a part of it. */
export interface Assumption extends Carrier {
  says: string[];
}
/** A line of the specification and what implements it, restricted to what the user's role may see. */
export interface TracedLine {
  text: string;
  byWords: boolean;
  carriers: Carrier[];
  renamed: { said: string; fields: string[] }[];
  assumed: Assumption[];
  code?: Label;
  later?: true;
}
/** What implements each requirement of the specification. */
export interface Trace {
  requirements: { section: string; topic: string; lines: TracedLine[] }[];
  others: { reference: string; carriers: Carrier[] }[];
}

const NEVER_STALE = { staleTime: Infinity } as const;

/** The query of the entities that the data dictionary describes. */
export const describedQuery = queryOptions({
  queryKey: ['help'],
  queryFn: ({ signal }) => call<Described[]>('GET', '/api/meta/_dictionary', { signal }),
  ...NEVER_STALE,
});
/** The query of the description of an entity. */
export const descriptionQuery = (entity: string) =>
  queryOptions({
    queryKey: ['help', entity],
    queryFn: ({ signal }) => call<Description>('GET', `/api/meta/_dictionary/${entity}`, { signal }),
    ...NEVER_STALE,
  });
/** The query of the requirements and what implements them. */
export const traceQuery = queryOptions({
  queryKey: ['help', 'trace'],
  queryFn: ({ signal }) => call<Trace>('GET', '/api/meta/_traceability', { signal }),
  ...NEVER_STALE,
});
