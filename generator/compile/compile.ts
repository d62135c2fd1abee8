import { withCurrentKeywords } from './deprecated.ts';
import { compileEntity } from './entity.ts';
import { addHints } from './hints.ts';
import { checkBodiesExist, includeBodies, includedBodies, Origins, toContainingFiles } from './include.ts';
import {
  markSubtype,
  checkBasesExist,
  baseNameOf,
  removeSubtypeOperations,
  linkSubtype,
  inheritFromBase,
} from './extend.ts';
import { checkExpressions } from './expressions.ts';
import { createLinkContext } from './linkContext.ts';
import { linkEntity, linkWriters } from './link.ts';
import { withSpecs } from './specFile.ts';
import { machinePath, readMachine } from './machine.ts';
import { checkMachine } from './machineCheck.ts';
import { Report } from './report.ts';
import { withLabels } from './labels.ts';
import { relatedEntities } from '../language/expression/scope.ts';
import { shareOptions } from './sharedOptions.ts';
import { isAboutOmitted, omitInvalidParts, type PartialFile } from './partialFile.ts';
import { checkShape, shapeChecker } from './meta.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import { rulesOf } from '../keywords/rules.ts';
import type { Entity, Model } from '../model/entity.ts';
import { SchemaProblems, type SchemaProblem } from './problem.ts';
import { isRaw, LABELS, type Raw, readSources, type SourceFile, type Sources, withPlaces } from './source.ts';

/**
 * Compiles schema folders into one checked model. The first folder contains the vocabulary (`meta/`, `kinds.json`,
 * `machines/`); every folder can contain entities.
 *
 * @param warn receives a message for each deprecated keyword
 * @throws SchemaProblems with all problems of all files
 */
export function compileModel(roots: readonly string[], warn: (text: string) => void = console.warn): Model {
  const problems: SchemaProblem[] = [];
  const read = readSources(roots, problems);
  // without the vocabulary, every file would be invalid
  if (problems.some(({ file }) => isVocabulary(file))) throw new SchemaProblems(withPlaces(problems, read));
  const current = withCurrentKeywords(read);
  for (const warning of current.warnings) warn(warning);
  const specified = withSpecs(withLabels(current.sources, problems), problems);
  const { sources } = specified;
  checkShape(sources, problems);
  const readable = selectReadable(sources, problems);
  const shapeProblems = problems.splice(0);
  checkBasesExist(sources.entities, problems);
  checkBodiesExist(sources.entities, sources.bodies, problems);

  const compiled = compileFiles(sources, readable, problems);
  const model: Model = { entities: {}, hash: sources.hash };
  addEntities(model, compiled);
  linkModel(model, compiled, readable.unread, sources);
  const origins = new Map(compiled.flatMap(({ entity, origins: found }) => (found ? [[entity.file, found]] : [])));
  const contained = toContainingFiles(problems, origins, readable.entities);
  const all = [...shapeProblems, ...toOriginalPaths(contained, readable.partials)]
    .map(specified.asWritten)
    .map(current.asWritten);
  if (all.length > 0) throw new SchemaProblems(withPlaces(groupByFile(all), sources));
  return model;
}

/** A compiled entity with its file. */
interface CompiledFile {
  entity: Entity;
  /** the file as written */
  own: Raw;
  /** the file with what it includes and, for a subtype, inherits; for other entities the same as `own` */
  raw: Raw;
  /** where the parts of `raw` are written, if the file includes bodies */
  origins?: Origins;
  report: Report;
}

/** Checks the shared machines, and compiles each entity file by itself. */
function compileFiles(sources: Sources, readable: Readable, problems: SchemaProblem[]): CompiledFile[] {
  const { machines, entities, bodies } = readable;
  for (const { name, file, json } of machines) {
    const report = new Report(file, problems);
    checkMachine(readMachine({ use: name, field: '', source: json, kinds: sources.kinds }, report), [], report);
  }
  return entities.map((source) => {
    const report = new Report(source.file, problems);
    const base = entities.find(({ name }) => name === baseNameOf(source));
    const own = includeBodies(source, bodies);
    const complete = inheritFromBase(own, base && includeBodies(base, bodies));
    const entity = compileEntity(complete, sources.kinds, machines, report);
    markSubtype(entity, own, base);
    const included = includedBodies(source, bodies);
    return {
      entity,
      own: own.json,
      raw: complete.json,
      report,
      ...(included.length > 0 ? { origins: new Origins(complete.json, source, included) } : {}),
    };
  });
}

/** Adds the entities to the model by name; names and ids must be unique. */
function addEntities(model: Model, compiled: readonly CompiledFile[]): void {
  for (const { entity, report } of compiled) {
    if (RESERVED_NAMES.has(entity.name))
      report.add(['$id'], `no entity can be named "${entity.name}": the path /api/${entity.name} is reserved`);
    if (entity.name in model.entities) report.add(['$id'], `another file has the name "${entity.name}"`);
    model.entities[entity.name] = entity;
  }
  checkIds(compiled);
}

/** Links entities to each other, and checks names and expressions across entities. */
function linkModel(
  model: Model,
  compiled: readonly CompiledFile[],
  unread: ReadonlySet<string>,
  sources: Sources,
): void {
  for (const { entity, own, report } of compiled) linkSubtype(entity, model, own, report);
  for (const { entity, report } of compiled) shareOptions(entity, model, unread, report);
  for (const { entity, raw, report } of compiled) {
    linkEntity(entity, createLinkContext(entity, { model, unread, raw, report, rulesOf }));
  }
  for (const { entity, raw, report } of compiled) {
    if (isChildOfAny(unread, entity, sources)) continue;
    const context = createLinkContext(entity, { model, unread, raw, report, rulesOf });
    for (const keyword of KEYWORDS) keyword.linkParents?.(entity, context);
  }
  // after all parents are linked, because a condition of a child (`x-child.when`) adds a rule to the child
  for (const { entity, raw, report } of compiled) {
    if (!readsAnyOf(unread, entity, sources))
      checkExpressions(entity, model, (index) => machinePath(raw, index), report);
  }
  for (const { entity } of compiled) {
    addHints(entity);
    removeSubtypeOperations(entity);
  }
  linkWriters(model);
}

/** A renamed entity keeps its table by its `x-id`, so no other entity may use that table. */
function checkIds(compiled: readonly CompiledFile[]): void {
  for (const { entity, report } of compiled.filter((file) => file.entity.id !== undefined)) {
    const other = compiled.find((file) => file.entity !== entity && (file.entity.id ?? file.entity.name) === entity.id);
    if (other)
      report.add(
        ['x-id'],
        `"${entity.id}" is already the x-id or name of "${other.entity.name}": two entities cannot share a table`,
      );
  }
}

/** Paths under `/api/` that are not entities. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['meta', 'files', 'common', 'lists', 'search', 'docs']);

const isVocabulary = (file: string): boolean => ['kinds.json', LABELS].includes(file) || file.startsWith('meta/');

/** The files that can be compiled. */
interface Readable {
  machines: SourceFile[];
  entities: SourceFile[];
  bodies: SourceFile[];
  /** names of omitted entities */
  unread: ReadonlySet<string>;
  /** file → its valid parts, for entities and bodies with an invalid shape */
  partials: ReadonlyMap<string, PartialFile>;
}

/**
 * Selects the files with a valid shape, and the valid parts of other entity and body files, so that an author sees all
 * problems at once. Omits entities that use an invalid machine or body.
 */
function selectReadable(sources: Sources, problems: readonly SchemaProblem[]): Readable {
  const invalidFiles = new Set(problems.map(({ file }) => file));
  const hasValidShape = ({ file }: SourceFile) => !invalidFiles.has(file);
  const partials = new Map<string, PartialFile>();
  const selectValid = (files: readonly SourceFile[], meta: string): SourceFile[] => {
    const shapeProblemsOf = shapeChecker(sources, meta);
    return files.flatMap((source): SourceFile[] => {
      if (hasValidShape(source)) return [source];
      const partial = sources.isJson(source) ? omitInvalidParts(source.json, shapeProblemsOf) : undefined;
      if (partial) partials.set(source.file, partial);
      return partial ? [{ ...source, json: partial.json }] : [];
    });
  };
  const bodies = selectValid(sources.bodies, 'body');
  const readableBodies = new Set(bodies.map(({ name }) => name));
  const includesOmitted = (source: SourceFile) =>
    includedBodies(source, sources.bodies).some(({ name }) => !readableBodies.has(name));
  const remaining = selectValid(sources.entities, 'entity').filter((source) => !includesOmitted(source));
  const invalidMachines = new Set(
    sources.machines.filter((machine) => !hasValidShape(machine)).map(({ name }) => name),
  );
  const usesInvalidMachine = (source: SourceFile) =>
    [includeBodies(source, bodies).json['x-machine'] ?? []]
      .flat()
      .some((machine) => isRaw(machine) && invalidMachines.has(String(machine['use'])));
  const valid = remaining.filter((source) => !usesInvalidMachine(source));
  // a subtype of an omitted entity would report the problems of that entity again
  const entities = valid.filter(
    (source) => baseNameOf(source) === undefined || valid.some(({ name }) => name === baseNameOf(source)),
  );
  const names = new Set(entities.map(({ name }) => name));
  return {
    machines: sources.machines.filter(hasValidShape),
    entities,
    bodies,
    unread: new Set(sources.entities.map(({ name }) => name).filter((name) => !names.has(name))),
    partials,
  };
}

/** Converts problems to the paths in the original files, and removes problems about omitted parts. */
function toOriginalPaths(
  problems: readonly SchemaProblem[],
  partials: ReadonlyMap<string, PartialFile>,
): SchemaProblem[] {
  const omitted = new Set([...partials.values()].flatMap(({ omitted: names }) => [...names]));
  return problems
    .filter((problem) => !isAboutOmitted(problem, partials.get(problem.file)?.json ?? {}, omitted))
    .map((problem) => ({ ...problem, path: partials.get(problem.file)?.writtenAt(problem.path) ?? problem.path }));
}

/** Sorts problems by file; the files keep the order of their first problem. */
const groupByFile = (problems: readonly SchemaProblem[]): SchemaProblem[] =>
  [...Map.groupBy(problems, ({ file }) => file).values()].flat();

/** Whether an entity's expressions may read fields of an omitted entity. */
function readsAnyOf(unread: ReadonlySet<string>, entity: Entity, sources: Sources): boolean {
  const named = [...relatedEntities(entity), ...entity.fields.flatMap(({ ref }) => ref?.entity ?? [])];
  return named.some((name) => unread.has(name)) || isChildOfAny(unread, entity, sources);
}

/** Whether an omitted entity would be a parent of this one. */
const isChildOfAny = (unread: ReadonlySet<string>, entity: Entity, { entities, bodies }: Sources): boolean =>
  entities.some(
    (source) =>
      unread.has(source.name) &&
      [includeBodies(source, bodies).json['x-child'] ?? []]
        .flat()
        .some((child) => isRaw(child) && child['entity'] === entity.name),
  );
