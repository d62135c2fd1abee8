import { constraintIndex } from '../../generator/emit/ddl/ddl.ts';
import { entityModule, type EntityModule } from '../../generator/emit/validators.ts';
import type { Guard } from '../../generator/emit/ddl/shape.ts';
import { compileJudge, type EntityJudge } from '../../generator/language/judge.ts';
import { KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import type { Child } from '../../generator/model/child.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { SaveKeyword, SetWrite } from './keywords/keyword.ts';
import { SAVE_KEYWORDS } from './keywords/keywords.ts';
import { entityStatements, type EntityStatements } from './write/statements.ts';

/** An entity with everything that is worked out of it once, when the server starts. */
export interface EntityRuntime {
  entity: Entity;
  /** own fields and the kernel's, by name */
  fields: ReadonlyMap<string, Field>;
  /** the names under which its rows are known in history and to-dos: its own, and those of its kinds */
  names: readonly string[];
  /** its child entities, by name */
  children: ReadonlyMap<string, Child>;
  judge: EntityJudge;
  statements: EntityStatements;
  /** the fields that are stored as hashes */
  passwords: readonly string[];
  /** the fields that hold ids of uploaded files */
  fileFields: readonly Field[];
  /** the fields whose codes are those of a list that staff keep */
  listFields: readonly Field[];
  /** some field says its currency, whose minor units count */
  hasCurrencies: boolean;
  /** what its keywords add to a save, in order */
  keywords: readonly SaveKeyword[];
  /** a row is locked before it changes, because a save reads or writes other rows too */
  locksRow: boolean;
  /** a save reads or writes other rows too */
  needsTransaction: boolean;
  /** writes of many rows that go row by row, because of its keywords */
  rowByRow: ReadonlySet<SetWrite>;
  /** some expression of it reads its children */
  readsChildren: boolean;
  /**
   * What it holds or forbids rests on its children, so that it is worked out again when one of them is saved by itself;
   * what it only warns of is asked at its own saves.
   */
  followsChildren: boolean;
}

/** The model at work: what the kernel looks things up in. Immutable; a new model makes a new registry. */
export interface Registry {
  model: Model;
  entities: ReadonlyMap<string, EntityRuntime>;
  /** constraint name → the rule that it guards */
  guards: ReadonlyMap<string, Guard>;
  /** the entity whose rows are the to-dos of approvals (`x-entity.tasks`) */
  tasks?: EntityRuntime;
  /**
   * an entity as the browser loads it, worked out when it is first asked for; undefined where there is no such entity
   */
  moduleOf(name: string): EntityModule | undefined;
}

/** What is worked out of an entity of the model. */
export const runtimeOf = (entity: Entity, model: Model): EntityRuntime => ({
  ...saveOf(entity),
  entity,
  names: [entity.name, ...(entity.kinds ?? [])],
  fields: new Map([...entity.fields, ...KERNEL_FIELDS].map((field) => [field.name, field])),
  children: new Map(entity.children.map((child) => [child.entity, child])),
  judge: compileJudge(entity, model),
  statements: entityStatements(entity),
  passwords: entity.fields.filter(({ kind }) => kind === 'password').map(({ name }) => name),
  fileFields: entity.fields.filter(isFileField),
  listFields: entity.fields.filter(({ optionList }) => optionList !== undefined),
  hasCurrencies: entity.fields.some(({ currency }) => currency !== undefined),
  readsChildren: readsChildren(entity),
  followsChildren: readsChildren({ ...entity, rules: entity.rules.filter(({ level }) => level !== 'warning') }),
});

/** What the keywords of an entity say of its saves, asked once. */
function saveOf(entity: Entity): Pick<EntityRuntime, 'keywords' | 'locksRow' | 'needsTransaction' | 'rowByRow'> {
  const keywords = SAVE_KEYWORDS.filter((keyword) => keyword.concerns(entity));
  return {
    keywords,
    locksRow: keywords.some(({ needs }) => needs === 'lock'),
    needsTransaction: keywords.some(({ needs }) => needs !== undefined),
    rowByRow: new Set(keywords.flatMap((keyword) => keyword.rowByRow?.(entity) ?? [])),
  };
}

export function openRegistry(model: Model): Registry {
  const entities = new Map(
    Object.values(model.entities).map((entity): [string, EntityRuntime] => [entity.name, runtimeOf(entity, model)]),
  );
  const tasks = [...entities.values()].find(({ entity }) => entity.tasks);
  return {
    model,
    entities,
    guards: constraintIndex(model),
    moduleOf: modulesOf(model, entities),
    ...(tasks ? { tasks } : {}),
  };
}

function modulesOf(model: Model, entities: Registry['entities']): Registry['moduleOf'] {
  const made = new Map<string, EntityModule>();
  return (name) => {
    const known = made.get(name);
    const entity = entities.get(name)?.entity;
    if (known || !entity) return known;
    const module = entityModule(entity, model);
    made.set(name, module);
    return module;
  };
}

const isFileField = ({ kind }: Field): boolean => kind === 'file' || kind === 'files';

const readsChildren = (entity: Entity): boolean => expressionsOf(entity).some((text) => /\bchildren\./.test(text));

const expressionsOf = (entity: Entity): string[] => [
  ...entity.rules.flatMap(({ when, assert }) => [when ?? '', assert]),
  ...entity.fields.flatMap(({ compute, defaultExpr }) => [compute?.expr ?? '', defaultExpr ?? '']),
];
