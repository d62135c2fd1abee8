import type { Environment } from '@marcbachmann/cel-js';
import { KERNEL_FIELDS } from '../kernelFields.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { KINDS } from '../kinds/kinds.ts';
import { createEnvironment } from './environment.ts';
import { fromJson } from './values.ts';

type Json = Readonly<Record<string, unknown>>;

/** Who acts: `user` in expressions. */
export interface UserBinding {
  userCde: string;
  userName: string;
  companyCde?: string | null;
  allSeeingEye?: boolean;
}

/**
 * What an expression is evaluated on; rows are JSON as the API has them. An object that is not given has only absent
 * fields.
 */
export interface Bindings {
  self: Json;
  /** the row before the change */
  old?: Json | undefined;
  parent?: Json | undefined;
  /** rows by child entity; all live rows, or the list is absent */
  children?: Readonly<Record<string, readonly Json[]>> | undefined;
  /** rows of other entities, by the names of `x-lookup` */
  lookups?: Readonly<Record<string, Json | undefined>> | undefined;
  user?: UserBinding | undefined;
  /** the day in the business zone, `YYYY-MM-DD` */
  today?: string | undefined;
}

/** The names that an entity's expressions see, with their types. */
export interface Scope {
  entity: Entity;
  environment: Environment;
  /** the names of the members of each object type, for messages and for `has()` */
  members: ReadonlyMap<string, readonly string[]>;
  /** own fields and the kernel's */
  fields: ReadonlyMap<string, Field>;
  /** the variables of an evaluation */
  bind(bindings: Bindings): Record<string, object>;
}

type RowClass = new (json: Json) => object;

const USER_TYPE = { userCde: 'string', userName: 'string', companyCde: 'string', allSeeingEye: 'bool' } as const;

/** The acting person as expressions see them. */
class User {
  userCde: string | undefined;
  userName: string | undefined;
  companyCde: string | undefined;
  allSeeingEye: boolean | undefined;
  constructor(user: Partial<UserBinding>) {
    this.userCde = user.userCde;
    this.userName = user.userName;
    this.companyCde = user.companyCde ?? undefined;
    this.allSeeingEye = user.allSeeingEye;
  }
}

const SCOPES = new WeakMap<Pick<Model, 'entities'>, Map<string, Scope>>();

/**
 * The scope of an entity's expressions:
 *
 * - `self`, and with the same fields `old`, the row before;
 * - `parent`, when the entity is a child; of several possible parents, the fields that all have alike;
 * - `children.<name>`, a list of rows; the child `policy-stage` is written `children.policyStage`;
 * - `lookup.<name>`, the row that `x-lookup` finds, all its fields absent where there is none;
 * - `user` with `userCde`, `userName`, `companyCde`, and `allSeeingEye`, which is true or false.
 *
 * Of the model only the entity, its parents, its children and what it looks up are read.
 */
export function scopeOf(entity: Entity, model: Pick<Model, 'entities'>): Scope {
  const scopes = SCOPES.get(model) ?? new Map<string, Scope>();
  SCOPES.set(model, scopes);
  const known = scopes.get(entity.name);
  if (known?.entity === entity) return known;
  const scope = createScope(entity, model);
  scopes.set(entity.name, scope);
  return scope;
}

/**
 * The names of the entities whose fields the entity's expressions may read: what a browser needs beside the entity
 * itself.
 */
export const relatedEntities = (entity: Entity): string[] => [
  ...new Set([
    ...entity.parents.map((parent) => parent.entity),
    ...entity.children.map((child) => child.entity),
    ...entity.lookups.map((lookup) => lookup.entity),
  ]),
];

/** The name of a child in expressions: `policy-stage` is `policyStage`. */
export const childName = (entity: string): string =>
  entity.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function createScope(entity: Entity, model: Pick<Model, 'entities'>): Scope {
  const environment = createEnvironment();
  const members = new Map<string, readonly string[]>();

  const declareRow = (type: string, fields: readonly Field[]): RowClass => {
    const row = rowClass(fields);
    environment.registerType(type, {
      ctor: row as never,
      fields: Object.fromEntries(fields.map((field) => [field.name, KINDS[field.kind].cel])),
    });
    members.set(
      type,
      fields.map((field) => field.name),
    );
    return row;
  };

  const fields = fieldsOf(entity);
  const Self = declareRow('Row', fields);
  environment.registerVariable('self', 'Row').registerVariable('old', 'Row');

  environment.registerType('User', { ctor: User as never, fields: USER_TYPE });
  members.set('User', Object.keys(USER_TYPE));
  environment.registerVariable('user', 'User');

  const parents = entity.parents.flatMap((parent) => model.entities[parent.entity] ?? []);
  const Parent = parents.length === 0 ? undefined : declareRow('Parent', sharedFields(parents));
  if (Parent) environment.registerVariable('parent', 'Parent');

  const children = entity.children.flatMap((child) => {
    const below = model.entities[child.entity];
    if (!below) return [];
    const type = `Child.${childName(child.entity)}`;
    return [{ name: childName(child.entity), entity: child.entity, type, row: declareRow(type, fieldsOf(below)) }];
  });
  const Children = childrenClass(children);
  environment.registerType('Children', {
    ctor: Children as never,
    fields: Object.fromEntries(children.map(({ name, type }) => [name, `list<${type}>`])),
  });
  members.set(
    'Children',
    children.map(({ name }) => name),
  );
  environment.registerVariable('children', 'Children');

  const lookups = entity.lookups.flatMap(({ name, entity: target }) => {
    const found = model.entities[target];
    const type = `Lookup.${name}`;
    return found ? [{ name, type, row: declareRow(type, fieldsOf(found)) }] : [];
  });
  const Lookups = lookupsClass(lookups);
  environment.registerType('Lookups', {
    ctor: Lookups as never,
    fields: Object.fromEntries(lookups.map(({ name, type }) => [name, type])),
  });
  members.set(
    'Lookups',
    lookups.map(({ name }) => name),
  );
  environment.registerVariable('lookup', 'Lookups');

  return {
    entity,
    environment,
    members,
    fields: new Map(fields.map((field) => [field.name, field])),
    bind: (bindings) => ({
      self: new Self(bindings.self),
      old: new Self(bindings.old ?? {}),
      user: new User(bindings.user ?? {}),
      children: new Children(bindings.children ?? {}),
      lookup: new Lookups(bindings.lookups ?? {}),
      ...(Parent ? { parent: new Parent(bindings.parent ?? {}) } : {}),
    }),
  };
}

const fieldsOf = (entity: Entity): Field[] => [...KERNEL_FIELDS, ...entity.fields];

/** The fields that every one of `entities` has with one type. */
function sharedFields([first, ...others]: readonly Entity[]): Field[] {
  const lists = others.map((other) => new Map(fieldsOf(other).map((field) => [field.name, KINDS[field.kind].cel])));
  return fieldsOf(first!).filter((field) => lists.every((list) => list.get(field.name) === KINDS[field.kind].cel));
}

/** A class whose instances convert a JSON row's fields to CEL values when an expression reads them. */
function rowClass(fields: readonly Field[]): RowClass {
  class Row {
    #json: Json;
    constructor(json: Json) {
      this.#json = json;
    }
    static define(field: Field): void {
      const { cel } = KINDS[field.kind];
      Object.defineProperty(Row.prototype, field.name, {
        get(this: Row) {
          return fromJson(this.#json[field.name], cel);
        },
      });
    }
  }
  for (const field of fields) Row.define(field);
  return Row;
}

/** The rows looked up; one that was not found has only absent fields. */
function lookupsClass(
  lookups: readonly { name: string; row: RowClass }[],
): new (rows: Readonly<Record<string, Json | undefined>>) => object {
  class Lookups {
    #rows: Readonly<Record<string, Json | undefined>>;
    constructor(rows: Readonly<Record<string, Json | undefined>>) {
      this.#rows = rows;
    }
    static define({ name, row }: { name: string; row: RowClass }): void {
      Object.defineProperty(Lookups.prototype, name, {
        get(this: Lookups) {
          return new row(this.#rows[name] ?? {});
        },
      });
    }
  }
  for (const lookup of lookups) Lookups.define(lookup);
  return Lookups;
}

/** The lists of child rows, without the deleted ones. */
function childrenClass(
  children: readonly { name: string; entity: string; row: RowClass }[],
): new (lists: Readonly<Record<string, readonly Json[]>>) => object {
  class Children {
    #lists: Readonly<Record<string, readonly Json[]>>;
    constructor(lists: Readonly<Record<string, readonly Json[]>>) {
      this.#lists = lists;
    }
    static define({ name, entity, row }: { name: string; entity: string; row: RowClass }): void {
      Object.defineProperty(Children.prototype, name, {
        get(this: Children) {
          return this.#lists[entity]?.filter((json) => json['delFlag'] !== 'Y').map((json) => new row(json));
        },
      });
    }
  }
  for (const child of children) Children.define(child);
  return Children;
}
