import { constraintIndex } from '../../generator/emit/ddl/ddl.ts';
import { entityModule, type EntityModule } from '../../generator/emit/validators.ts';
import { compileEvaluator } from '../../generator/language/evaluation/evaluator.ts';
import { KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import type { ValidationRule } from '../../generator/language/validation/keyword.ts';
import { validationRules } from '../../generator/language/validation/validations.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import { SAVE_KEYWORDS } from './keywords/keywords.ts';
import { childRulesOf, readsChildren } from './write/childRules.ts';
import { entityStatements } from './write/statements.ts';
import type { EntityRuntime, Registry } from './core.ts';
import { cacheByObject } from '../../generator/language/cacheByObject.ts';
import { isFileField } from '../../generator/language/attachment.ts';

/** Derives the runtime data of an entity. */
export const runtimeOf = (entity: Entity, model: Model): EntityRuntime => ({
  ...saveOf(entity),
  entity,
  names: [entity.name, ...(entity.kinds ?? [])],
  fields: new Map([...entity.fields, ...KERNEL_FIELDS].map((field) => [field.name, field])),
  children: new Map(entity.children.map((child) => [child.entity, child])),
  evaluator: compileEvaluator(entity, model),
  statements: entityStatements(entity),
  passwords: entity.fields.filter(({ kind }) => kind === 'password').map(({ name }) => name),
  fileFields: entity.fields.filter(isFileField),
  listFields: entity.fields.filter(({ optionList }) => optionList !== undefined),
  hasCurrencies: entity.fields.some(({ currency }) => currency !== undefined),
  ...childDependency(entity, model),
});

/** The save keywords of an entity, and the locks and transactions that they need. */
function saveOf(entity: Entity): Pick<EntityRuntime, 'keywords' | 'locksRow' | 'needsTransaction' | 'rowByRow'> {
  const keywords = SAVE_KEYWORDS.filter((keyword) => keyword.concerns(entity));
  return {
    keywords,
    locksRow: keywords.some(({ needs }) => needs === 'lock'),
    needsTransaction: keywords.some(({ needs }) => needs !== undefined),
    rowByRow: new Set(keywords.flatMap((keyword) => keyword.rowByRow?.(entity) ?? [])),
  };
}

/** The registry of a model, created once: servers of one process share it. */
export const openRegistry = cacheByObject(createRegistry);

function createRegistry(model: Model): Registry {
  const entities = new Map(
    Object.values(model.entities).map((entity): [string, EntityRuntime] => [entity.name, runtimeOf(entity, model)]),
  );
  const tasks = [...entities.values()].find(({ entity }) => entity.tasks);
  return {
    model,
    entities,
    enforcedRules: constraintIndex(model),
    moduleOf: modulesOf(model, entities),
    ...(tasks ? { tasks } : {}),
  };
}

function modulesOf(model: Model, entities: Registry['entities']): Registry['moduleOf'] {
  const built = new Map<string, EntityModule>();
  return (name) => {
    const known = built.get(name);
    const entity = entities.get(name)?.entity;
    if (known || !entity) return known;
    const module = entityModule(entity, model);
    built.set(name, module);
    return module;
  };
}

/** Whether formulas and rules of an entity read its children. Warnings do not count for `dependsOnChildren`. */
function childDependency(
  entity: Entity,
  model: Model,
): Pick<EntityRuntime, 'readsChildren' | 'dependsOnChildren' | 'childRules'> {
  const reads = (texts: readonly string[]): boolean => texts.some(readsChildren);
  const rules = validationRules(entity);
  const isRead = reads(entity.fields.flatMap(({ compute, defaultExpr }) => [compute?.expr ?? '', defaultExpr ?? '']));
  const isReadBy = (checked: readonly ValidationRule[]): boolean =>
    isRead || reads(checked.flatMap(({ expressions }) => expressions));
  const isReading = isReadBy(rules);
  const childRules = isReading ? childRulesOf(entity, model) : undefined;
  return {
    ...(childRules && { childRules }),
    readsChildren: isReading,
    dependsOnChildren: isReadBy(rules.filter(({ level }) => level === undefined)),
  };
}
