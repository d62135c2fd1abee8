import { compileEntity } from './entity.ts';
import { asKind, checkExtended, extendedBy, leaveToKinds, linkKinds, withExtended } from './extend.ts';
import { checkExpressions } from './expressions.ts';
import { linkContext } from './linkContext.ts';
import { linkEntity, linkWriters } from './link.ts';
import { machinePath, readMachine } from './machine.ts';
import { checkMachine } from './machineCheck.ts';
import { Report } from './report.ts';
import { relatedEntities } from '../language/expression/scope.ts';
import { shareOptions } from './sharedOptions.ts';
import { isOfLost, mended, type Mended } from './partialFile.ts';
import { checkShape, shapeOf } from './meta.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import type { Entity, Model } from '../model/entity.ts';
import { SchemaProblems, type Problem } from './problem.ts';
import { isRaw, placed, readSources, type SourceFile, type Sources } from './source.ts';

/**
 * Compiles schema folders into one checked model. The first folder holds the vocabulary (`meta/`, `kinds.json`,
 * `machines/`); every folder may hold entities.
 *
 * @throws SchemaProblems with every problem of every file, each with file and JSON pointer.
 */
export function compileModel(roots: readonly string[]): Model {
  const problems: Problem[] = [];
  const sources = readSources(roots, problems);
  // without a vocabulary, everything said in it would be wrong
  if (problems.some(({ file }) => isVocabulary(file))) throw new SchemaProblems(placed(problems, sources));
  checkShape(sources, problems);
  const { machines, entities, unread, mends } = readable(sources, problems);
  const ofShape = problems.splice(0);
  checkExtended(sources.entities, problems);

  for (const { name, file, json } of machines) {
    const report = new Report(file, problems);
    checkMachine(readMachine(name, '', json, sources.kinds, report), [], report);
  }
  const compiled = entities.map((source) => {
    const report = new Report(source.file, problems);
    const base = entities.find(({ name }) => name === extendedBy(source));
    const whole = withExtended(source, base);
    const entity = compileEntity(whole, sources.kinds, machines, report);
    asKind(entity, source, base);
    return { entity, own: source.json, raw: whole.json, report };
  });
  const model: Model = { entities: {}, hash: sources.hash };
  for (const { entity, report } of compiled) {
    if (TAKEN_NAMES.has(entity.name))
      report.add(['$id'], `no entity can be named "${entity.name}": /api/${entity.name} is another call`);
    if (entity.name in model.entities) report.add(['$id'], `another file is named "${entity.name}" too`);
    model.entities[entity.name] = entity;
  }
  checkIds(compiled);
  for (const { entity, own, report } of compiled) linkKinds(entity, model, own, report);
  for (const { entity, report } of compiled) shareOptions(entity, model, unread, report);
  for (const { entity, raw, report } of compiled) {
    linkEntity(entity, linkContext(entity, { model, unread, raw, report }));
  }
  for (const { entity, raw, report } of compiled) {
    if (!isChildOfAny(unread, entity, sources)) {
      const context = linkContext(entity, { model, unread, raw, report });
      for (const keyword of KEYWORDS) keyword.linkParents?.(entity, context);
    }
    if (!readsAnyOf(unread, entity, sources))
      checkExpressions(entity, model, (index) => machinePath(raw, index), report);
  }
  for (const { entity } of compiled) leaveToKinds(entity);
  linkWriters(model);
  const all = [...ofShape, ...asWritten(problems, mends)];
  if (all.length > 0) throw new SchemaProblems(placed(byFile(all), sources));
  return model;
}

/** By its `x-id` a renamed entity takes over the other's table, which must be free. */
function checkIds(compiled: readonly { entity: Entity; report: Report }[]): void {
  for (const { entity, report } of compiled.filter((one) => one.entity.id !== undefined)) {
    const other = compiled.find((one) => one.entity !== entity && (one.entity.id ?? one.entity.name) === entity.id);
    if (other) report.add(['x-id'], `"${entity.id}" is the entity "${other.entity.name}": two cannot have been one`);
  }
}

/** Words of the API's own under `/api/`. */
const TAKEN_NAMES: ReadonlySet<string> = new Set(['meta', 'files', 'common', 'lists', 'search', 'docs']);

const isVocabulary = (file: string): boolean => file === 'kinds.json' || file.startsWith('meta/');

/**
 * The files that have their shape, and of the entities that have not what is left without what is wrong: so an author
 * is told all at once. What the others say is not read, since it would only add noise; nor is what relies on their
 * machines. `unread` holds the names of entities that are left out.
 */
function readable(
  sources: Sources,
  problems: readonly Problem[],
): { machines: SourceFile[]; entities: SourceFile[]; unread: ReadonlySet<string>; mends: ReadonlyMap<string, Mended> } {
  const misshapen = new Set(problems.map(({ file }) => file));
  const hasShape = ({ file }: SourceFile) => !misshapen.has(file);
  const mends = new Map<string, Mended>();
  const faultsOf = shapeOf(sources, 'entity');
  const left = sources.entities.flatMap((source): SourceFile[] => {
    if (hasShape(source)) return [source];
    const mend = sources.isJson(source) ? mended(source.json, faultsOf) : undefined;
    if (mend) mends.set(source.file, mend);
    return mend ? [{ ...source, json: mend.json }] : [];
  });
  const lost = new Set(sources.machines.filter((machine) => !hasShape(machine)).map(({ name }) => name));
  const usesLost = ({ json }: SourceFile) =>
    [json['x-machine'] ?? []].flat().some((word) => isRaw(word) && lost.has(String(word['use'])));
  const sound = left.filter((source) => !usesLost(source));
  // a kind without what it extends would only add noise
  const entities = sound.filter(
    (source) => extendedBy(source) === undefined || sound.some(({ name }) => name === extendedBy(source)),
  );
  const names = new Set(entities.map(({ name }) => name));
  return {
    machines: sources.machines.filter(hasShape),
    entities,
    unread: new Set(sources.entities.map(({ name }) => name).filter((name) => !names.has(name))),
    mends,
  };
}

/**
 * What is wrong beside the shape of files, at its place in them as they were written, without what only echoes that
 * parts of them are left out.
 */
function asWritten(problems: readonly Problem[], mends: ReadonlyMap<string, Mended>): Problem[] {
  const lost = new Set([...mends.values()].flatMap((mend) => [...mend.lost]));
  return problems
    .filter((problem) => !isOfLost(problem, mends.get(problem.file)?.json ?? {}, lost))
    .map((problem) => ({ ...problem, path: mends.get(problem.file)?.writtenAt(problem.path) ?? problem.path }));
}

/** All problems of one file together, the files in the order in which they were first told of. */
const byFile = (problems: readonly Problem[]): Problem[] =>
  [...Map.groupBy(problems, ({ file }) => file).values()].flat();

/** Whether an entity's expressions may see fields of an entity that was not read. */
function readsAnyOf(unread: ReadonlySet<string>, entity: Entity, sources: Sources): boolean {
  const named = [...relatedEntities(entity), ...entity.fields.flatMap(({ ref }) => ref?.entity ?? [])];
  return named.some((name) => unread.has(name)) || isChildOfAny(unread, entity, sources);
}

/** Whether an entity that was not read would have been a parent of this one. */
const isChildOfAny = (unread: ReadonlySet<string>, entity: Entity, sources: Sources): boolean =>
  sources.entities.some(
    ({ name, json }) =>
      unread.has(name) &&
      [json['x-child'] ?? []].flat().some((child) => isRaw(child) && child['entity'] === entity.name),
  );
