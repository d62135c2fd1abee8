import { queryOptions } from '@tanstack/react-query';
import type { Label } from '../../../generator/model/field.ts';
import type { Machine } from '../../../generator/model/operation.ts';
import { call } from '../../api/client.ts';

/** An entity that the data dictionary tells of to this reader. */
export interface Described {
  name: string;
  area: Label;
  label: Label;
}

/** What the data dictionary says of one entity, as far as the reader's role knows it. */
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
    input: { name: string; label: Label; required: boolean }[];
    spec: string[];
  }[];
  permissions: string[];
  /** absent for a reader who may not know the roles */
  roles: { role: Label; actions: string[] }[] | null;
}

/** A word of the schemas that carries a line of the specification. */
export interface Carrier {
  entity: string;
  label: Label;
  part?: string;
}
/** What is assumed about one. */
export interface Assumption extends Carrier {
  says: string[];
}
/** A line of the specification with what carries it, as far as the reader's role knows that. */
export interface TracedLine {
  text: string;
  byWords: boolean;
  carriers: Carrier[];
  renamed: { said: string; fields: string[] }[];
  assumed: Assumption[];
  code?: Label;
  later?: true;
}
export interface Trace {
  requirements: { section: string; topic: string; lines: TracedLine[] }[];
  others: { reference: string; carriers: Carrier[] }[];
}

const KEPT = { staleTime: Infinity } as const;

export const describedQuery = queryOptions({
  queryKey: ['help'],
  queryFn: ({ signal }) => call<Described[]>('GET', '/api/meta/_dictionary', { signal }),
  ...KEPT,
});
export const descriptionQuery = (entity: string) =>
  queryOptions({
    queryKey: ['help', entity],
    queryFn: ({ signal }) => call<Description>('GET', `/api/meta/_dictionary/${entity}`, { signal }),
    ...KEPT,
  });
export const traceQuery = queryOptions({
  queryKey: ['help', 'trace'],
  queryFn: ({ signal }) => call<Trace>('GET', '/api/meta/_traceability', { signal }),
  ...KEPT,
});
