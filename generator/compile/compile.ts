import { withCurrentWords } from './deprecated.ts';
import { compileEntity } from './entity.ts';
import { addHints } from './hints.ts';
import { asKind, checkExtended, extendedBy, leaveToKinds, linkKinds, withExtended } from './extend.ts';
import { checkExpressions } from './expressions.ts';
import { linkContext } from './linkContext.ts';
import { linkEntity, linkWriters } from './link.ts';
import { withSpecs } from './specFile.ts';
import { machinePath, readMachine } from './machine.ts';
import { checkMachine } from './machineCheck.ts';
import { Report } from './report.ts';
import { withLabels } from './labels.ts';
import { relatedEntities } from '../language/expression/scope.ts';
import { shareOptions } from './sharedOptions.ts';
import { isOfLost, partialFile, type PartialFile } from './partialFile.ts';
import { checkShape, shapeOf } from './meta.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import type { Entity, Model } from '../model/entity.ts';
import { SchemaProblems, type Problem } from './problem.ts';
import { isRaw, LABELS, placed, type Raw, readSources, type SourceFile, type Sources } from './source.ts';

/**
 * Compiles schema folders into one checked model. The first folder holds the vocabulary (`meta/`, `kinds.json`,
 * `machines/`); every folder may hold entities.
 *
 * @param warn receives a text for each deprecated word
 * @throws SchemaProblems with every problem of every file, each with file and JSON pointer.
 */
export function compileModel(roots: readonly string[], warn: (text: string) => void = console.warn): Model {
  const problems: Problem[] = [];
  const read = readSources(roots, problems);
  // without the vocabulary, every file would be invalid
  if (problems.some(({ file }) => isVocabulary(file))) throw new SchemaProblems(placed(problems, read));
  const current = withCurrentWords(read);
  for (const warning of current.warnings) warn(warning);
  const specified = withSpecs(withLabels(current.sources, problems), problems);
  const { sources } = specified;
  checkShape(sources, problems);
  const readableFiles = readable(sources, problems);
  const ofShape = problems.splice(0);
  checkExtended(sources.entities, problems);
  const compiled = compileFiles(readableFiles, sources, problems);
  const model: Model = { entities: {}, hash: sources.hash };
  addEntities(compiled, model);
  linkAll(compiled, model, { ...sources, unread: readableFiles.unread });
  const all = [...ofShape, ...inWholeFiles(problems, readableFiles.partials)]
    .map(specified.asWritten)
    .map(current.asWritten);
  if (all.length > 0) throw new SchemaProblems(placed(byFile(all), sources));
  return model;
}

/** An entity whose references to others are not linked yet. */
interface Compiled {
  entity: Entity;
  /** content of its own file */
  own: Raw;
  /** the same with everything that it inherits */
  raw: Raw;
  report: Report;
}

/** Checks the machine files and compiles each entity file by itself. */
function compileFiles({ machines, entities }: Readable, sources: Sources, problems: Problem[]): Compiled[] {
  for (const { name, file, json } of machines) {
    const report = new Report(file, problems);
    checkMachine(readMachine(name, '', json, sources.kinds, report), [], report);
  }
  return entities.map((source) => {
    const report = new Report(source.file, problems);
    const base = entities.find(({ name }) => name === extendedBy(source));
    const complete = withExtended(source, base);
    const entity = compileEntity(complete, sources.kinds, machines, report);
    asKind(entity, source, base);
    return { entity, own: source.json, raw: complete.json, report };
  });
}

/** Adds the entities to the model and checks their names. */
function addEntities(compiled: readonly Compiled[], model: Model): void {
  for (const { entity, report } of compiled) {
    if (TAKEN_NAMES.has(entity.name))
      report.add(['$id'], `no entity can be named "${entity.name}": /api/${entity.name} is another call`);
    if (entity.name in model.entities) report.add(['$id'], `another file is named "${entity.name}" too`);
    model.entities[entity.name] = entity;
  }
  checkIds(compiled);
}

/** Links the entities with each other. Each step requires the previous one for all entities. */
function linkAll(compiled: readonly Compiled[], model: Model, sources: Pick<Sources, 'entities'> & Unread): void {
  const { unread } = sources;
  for (const { entity, own, report } of compiled) linkKinds(entity, model, own, report);
  for (const { entity, report } of compiled) shareOptions(entity, model, unread, report);
  for (const { entity, raw, report } of compiled)
    linkEntity(entity, linkContext(entity, { model, unread, raw, report }));
  for (const { entity, raw, report } of compiled) {
    if (!isChildOfAny(unread, entity, sources)) {
      const context = linkContext(entity, { model, unread, raw, report });
      for (const keyword of KEYWORDS) keyword.linkParents?.(entity, context);
    }
    if (!readsAnyOf(unread, entity, sources))
      checkExpressions(entity, model, (index) => machinePath(raw, index), report);
  }
  for (const { entity } of compiled) {
    addHints(entity);
    leaveToKinds(entity);
  }
  linkWriters(model);
}

/** Checks that no entity has the name that a renamed entity had before (`x-id`), because it keeps that table. */
function checkIds(compiled: readonly Compiled[]): void {
  for (const { entity, report } of compiled.filter((one) => one.entity.id !== undefined)) {
    const other = compiled.find((one) => one.entity !== entity && (one.entity.id ?? one.entity.name) === entity.id);
    if (other) report.add(['x-id'], `"${entity.id}" is the entity "${other.entity.name}": two cannot have been one`);
  }
}

/** Names of other calls under `/api/`. */
const TAKEN_NAMES: ReadonlySet<string> = new Set(['meta', 'files', 'common', 'lists', 'search', 'docs']);

const isVocabulary = (file: string): boolean => ['kinds.json', LABELS].includes(file) || file.startsWith('meta/');

interface Unread {
  /** names of the omitted entities */
  unread: ReadonlySet<string>;
}

/** The files, and parts of files, that can be compiled. */
interface Readable extends Unread {
  machines: SourceFile[];
  entities: SourceFile[];
  /** entity files without the parts whose shape is invalid, by file */
  partials: ReadonlyMap<string, PartialFile>;
}

/**
 * The files whose shape is valid, and the valid parts of the other entities, so that an author sees all problems at
 * once. Entities that use an invalid machine are omitted.
 */
function readable(sources: Sources, problems: readonly Problem[]): Readable {
  const misshapen = new Set(problems.map(({ file }) => file));
  const hasShape = ({ file }: SourceFile) => !misshapen.has(file);
  const partials = new Map<string, PartialFile>();
  const faultsOf = shapeOf(sources, 'entity');
  const left = sources.entities.flatMap((source): SourceFile[] => {
    if (hasShape(source)) return [source];
    const partial = sources.isJson(source) ? partialFile(source.json, faultsOf) : undefined;
    if (partial) partials.set(source.file, partial);
    return partial ? [{ ...source, json: partial.json }] : [];
  });
  const lost = new Set(sources.machines.filter((machine) => !hasShape(machine)).map(({ name }) => name));
  const usesLost = ({ json }: SourceFile) =>
    [json['x-machine'] ?? []].flat().some((word) => isRaw(word) && lost.has(String(word['use'])));
  const valid = left.filter((source) => !usesLost(source));
  // problems of a subtype without the entity that it extends would only repeat
  const entities = valid.filter(
    (source) => extendedBy(source) === undefined || valid.some(({ name }) => name === extendedBy(source)),
  );
  const names = new Set(entities.map(({ name }) => name));
  return {
    machines: sources.machines.filter(hasShape),
    entities,
    unread: new Set(sources.entities.map(({ name }) => name).filter((name) => !names.has(name))),
    partials,
  };
}

/** Problems beside the shape, at their paths in the original files, without those about omitted parts. */
function inWholeFiles(problems: readonly Problem[], partials: ReadonlyMap<string, PartialFile>): Problem[] {
  const lost = new Set([...partials.values()].flatMap(({ lost: names }) => [...names]));
  return problems
    .filter((problem) => !isOfLost(problem, partials.get(problem.file)?.json ?? {}, lost))
    .map((problem) => ({ ...problem, path: partials.get(problem.file)?.writtenAt(problem.path) ?? problem.path }));
}

/** The problems by file, the files in the order of their first problem. */
const byFile = (problems: readonly Problem[]): Problem[] =>
  [...Map.groupBy(problems, ({ file }) => file).values()].flat();

/** Whether an entity's expressions may read fields of an omitted entity. */
function readsAnyOf(unread: ReadonlySet<string>, entity: Entity, sources: Pick<Sources, 'entities'>): boolean {
  const named = [...relatedEntities(entity), ...entity.fields.flatMap(({ ref }) => ref?.entity ?? [])];
  return named.some((name) => unread.has(name)) || isChildOfAny(unread, entity, sources);
}

/** Whether an omitted entity would be a parent of this one. */
const isChildOfAny = (unread: ReadonlySet<string>, entity: Entity, sources: Pick<Sources, 'entities'>): boolean =>
  sources.entities.some(
    ({ name, json }) =>
      unread.has(name) &&
      [json['x-child'] ?? []].flat().some((child) => isRaw(child) && child['entity'] === entity.name),
  );
