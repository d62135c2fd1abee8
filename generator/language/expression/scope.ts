import type { Environment } from '@marcbachmann/cel-js';
import { COVERING_FIELDS, KERNEL_FIELDS } from '../kernelFields.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import type { CelType } from '../kinds/kind.ts';
import { KINDS } from '../kinds/kinds.ts';
import { createEnvironment } from './environment.ts';
import { fromJson } from './values.ts';
import { cacheByObject } from '../cacheByObject.ts';

type Json = Readonly<Record<string, unknown>>;

/** The acting user: `user` in expressions. */
export interface UserBinding {
  userCde: string;
  userName: string;
  companyCde?: string | null;
  allSeeingEye?: boolean;
}

/** Input of an evaluation. Rows are JSON as in the API. All fields of an absent row are absent. */
export interface Bindings {
  self: Json;
  /** the row before the change */
  old?: Json | undefined;
  parent?: Json | undefined;
  /** all live rows of each child entity; an absent list has no value */
  children?: Readonly<Record<string, readonly Json[]>> | undefined;
  /** rows of other entities, by the names of `x-lookup` */
  lookups?: Readonly<Record<string, Json | undefined>> | undefined;
  user?: UserBinding | undefined;
  /** the current day in the business time zone, `YYYY-MM-DD` */
  today?: string | undefined;
}

/** The names that expressions of an entity can use, with their types. */
export interface Scope {
  entity: Entity;
  environment: Environment;
  /** names of the members of each object type, for messages and to check `has()` */
  members: ReadonlyMap<string, readonly string[]>;
  /** fields of the entity and of the kernel */
  fields: ReadonlyMap<string, Field>;
  /** CEL types of the fields of single rows, by path: `self.x`, `old.x`, `parent.x`, `lookup.name.x` */
  types: ReadonlyMap<string, CelType>;
  /** Creates the variables of an evaluation. @param names those that the expression reads */
  bind(bindings: Bindings, names: readonly string[]): Record<string, object>;
}

type RowClass = new (json: Json) => object;

const USER_TYPE = { userCde: 'string', userName: 'string', companyCde: 'string', allSeeingEye: 'bool' } as const;

/** The acting user as an object of type `User`. */
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

/** Cached scopes of a model, by entity. */
const scopesOf = cacheByObject((_model: Pick<Model, 'entities'>) => new Map<string, Scope>());

/**
 * The scope of an entity's expressions:
 *
 * - `self`, and `old`, the row before the change, with the same fields;
 * - `parent`, if the entity is a child; with several possible parents, the fields that all have with the same type;
 * - `children.<name>`, a list of rows; the child `policy-stage` is `children.policyStage`;
 * - `lookup.<name>`, the row that `x-lookup` finds; without one, all its fields are absent;
 * - `user` with `userCde`, `userName`, `companyCde`, and the boolean `allSeeingEye`.
 *
 * Only the entity, its parents, children and looked-up entities are read from the model.
 */
export function scopeOf(entity: Entity, model: Pick<Model, 'entities'>): Scope {
  const scopes = scopesOf(model);
  const known = scopes.get(entity.name);
  if (known?.entity === entity) return known;
  const scope = createScope(entity, model);
  scopes.set(entity.name, scope);
  return scope;
}

/** Names of the other entities whose fields the expressions of an entity can read; the browser loads them too. */
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
  const types = new TypeRegistry(environment);
  const fields = fieldsOf(entity);
  const Self = types.addRow('Row', fields, ['self', 'old']);
  types.addObject('User', User, USER_TYPE);
  const parents = entity.parents.flatMap((parent) => model.entities[parent.entity] ?? []);
  const Parent = parents.length === 0 ? undefined : types.addRow('Parent', sharedFields(parents), ['parent']);
  const Children = addChildren(entity, model, types);
  const Lookups = addLookups(entity, model, types);
  environment.registerVariable('self', 'Row').registerVariable('old', 'Row').registerVariable('user', 'User');
  if (Parent) environment.registerVariable('parent', 'Parent');
  environment.registerVariable('children', 'Children').registerVariable('lookup', 'Lookups');
  return {
    entity,
    environment,
    members: types.members,
    fields: new Map(fields.map((field) => [field.name, field])),
    types: types.ofFields,
    bind: binder({
      self: ({ self }) => new Self(self),
      old: ({ old }) => new Self(old ?? {}),
      user: ({ user }) => new User(user ?? {}),
      children: ({ children }) => new Children(children ?? {}),
      lookup: ({ lookups }) => new Lookups(lookups ?? {}),
      ...(Parent && { parent: ({ parent }) => new Parent(parent ?? {}) }),
    }),
  };
}

/** Creates `Scope.bind` from the functions that create each variable. */
const binder =
  (creators: Readonly<Record<string, (bindings: Bindings) => object>>): Scope['bind'] =>
  (bindings, names) => {
    const variables: Record<string, object> = {};
    for (const name of names) if (creators[name]) variables[name] = creators[name](bindings);
    return variables;
  };

/** Registers object types in an environment, and stores the names of their members. */
class TypeRegistry {
  readonly members = new Map<string, readonly string[]>();
  readonly ofFields = new Map<string, CelType>();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** @param fields names of the members and their CEL types */
  addObject(type: string, constructor: object, fields: Readonly<Record<string, string>>): void {
    this.#environment.registerType(type, { ctor: constructor as never, fields });
    this.members.set(type, Object.keys(fields));
  }

  /** Adds a type of rows, and returns its class. @param paths of its single rows in expressions */
  addRow(type: string, fields: readonly Field[], paths: readonly string[] = []): RowClass {
    const row = rowClass(fields);
    for (const path of paths)
      for (const { name, kind } of fields) this.ofFields.set(`${path}.${name}`, KINDS[kind].cel);
    this.addObject(type, row, Object.fromEntries(fields.map(({ name, kind }) => [name, KINDS[kind].cel])));
    return row;
  }
}

/** Adds the type of `children`, and returns its class. */
function addChildren(entity: Entity, { entities }: Pick<Model, 'entities'>, types: TypeRegistry) {
  const children = entity.children.flatMap((child) => {
    const found = entities[child.entity];
    if (!found) return [];
    const name = childName(child.entity);
    const type = `Child.${name}`;
    return [{ name, entity: child.entity, type, row: types.addRow(type, fieldsOf(found)) }];
  });
  const Children = childrenClass(children);
  types.addObject('Children', Children, Object.fromEntries(children.map(({ name, type }) => [name, `list<${type}>`])));
  return Children;
}

/** Adds the type of `lookup`, and returns its class. */
function addLookups(entity: Entity, { entities }: Pick<Model, 'entities'>, types: TypeRegistry) {
  const lookups = entity.lookups.flatMap(({ name, entity: target, covering, any, by }) => {
    const found = entities[target];
    const type = `Lookup.${name}`;
    if (!found) return [];
    const shared = new Set(['id', ...by.map(({ field }) => field)]);
    const fields = any
      ? fieldsOf(found).filter((field) => shared.has(field.name))
      : [...fieldsOf(found), ...(covering ? COVERING_FIELDS : [])];
    return [{ name, type, row: types.addRow(type, fields, [`lookup.${name}`]) }];
  });
  const Lookups = lookupsClass(lookups);
  types.addObject('Lookups', Lookups, Object.fromEntries(lookups.map(({ name, type }) => [name, type])));
  return Lookups;
}

const fieldsOf = (entity: Entity): Field[] => [...KERNEL_FIELDS, ...entity.fields];

/** The fields that all entities have with the same type. */
function sharedFields([first, ...others]: readonly Entity[]): Field[] {
  const lists = others.map((other) => new Map(fieldsOf(other).map((field) => [field.name, KINDS[field.kind].cel])));
  return fieldsOf(first!).filter((field) => lists.every((list) => list.get(field.name) === KINDS[field.kind].cel));
}

/** Creates a class whose instances convert the fields of a JSON row to CEL values when an expression reads them. */
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

/** Creates a class for the looked-up rows. All fields of a row that was not found are absent. */
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

/** Creates a class for the lists of child rows, without deleted ones. */
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
