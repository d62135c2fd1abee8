import { compileEntity } from './compile/entity.ts';
import { checkExpressions } from './compile/expressions.ts';
import { linkEntity } from './compile/links.ts';
import { checkMachine, readMachine } from './compile/machine.ts';
import { Report } from './compile/report.ts';
import { checkShape } from './meta.ts';
import type { Entity, Model } from './model/types.ts';
import { SchemaProblems, type Problem } from './problem.ts';
import { readSources } from './source.ts';

/**
 * Compiles schema folders into one checked model. The first folder holds the vocabulary (`meta/`, `kinds.json`,
 * `machines/`); every folder may hold entities.
 *
 * @throws SchemaProblems with every problem of every file, each with file and JSON pointer.
 */
export function compileModel(roots: readonly string[]): Model {
  const problems: Problem[] = [];
  const sources = readSources(roots, problems);
  checkShape(sources, problems);
  // a file of the wrong shape would only add noise: what it says is read once it has its shape
  const misshapen = new Set(problems.map(({ file }) => file));
  const sound = sources.entities.filter(({ file }) => !misshapen.has(file));

  for (const machine of sources.machines.filter(({ file }) => !misshapen.has(file))) {
    checkMachine(readMachine(machine.name, '', machine.json), [], new Report(machine.file, problems));
  }
  const compiled: [Entity, Report][] = sound.map((source) => {
    const report = new Report(source.file, problems);
    return [compileEntity(source, sources.kinds, sources.machines, report), report];
  });
  const model: Model = { entities: {}, hash: sources.hash };
  for (const [entity, report] of compiled) {
    if (entity.name in model.entities) report.add(['$id'], `another file is named "${entity.name}" too`);
    model.entities[entity.name] = entity;
  }
  for (const [entity, report] of compiled) {
    const raw = sources.entities.find(({ file }) => file === entity.file)!.json;
    entity.machines.forEach((machine, index) => {
      if (machine.use.includes('.')) checkMachine(machine, Array.isArray(raw['x-machine']) ? ['x-machine', index] : ['x-machine'], report);
    });
    if (problems.some(({ file }) => misshapen.has(file)) === false) linkEntity(entity, model, report);
  }
  if (problems.length === 0) for (const [entity, report] of compiled) checkExpressions(entity, model, report);
  if (problems.length > 0) throw new SchemaProblems(problems);
  return model;
}
