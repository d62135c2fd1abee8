import { checkNeeds } from '../compile/needs.ts';
import { checkInputExpressions, compileMachines, isInOwnFile, machinePath, partPath } from '../compile/machine.ts';
import { checkMachine } from '../compile/machineCheck.ts';
import { checkOverlaps } from '../compile/guardOverlaps.ts';
import type { ExpressionChecks } from '../compile/expressionChecks.ts';
import type { At } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { diffMachines } from '../diff/machines.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Keyword } from './keyword.ts';

/** `x-machine`: states of a record and the transitions between them. */
export const machine: Keyword = {
  word: 'x-machine',
  layers: [],
  compile(_word, entity, { raw, kinds, machines, report }) {
    entity.machines = compileMachines(entity, { raw, kinds, machines, report });
  },
  link(entity, { model, raw, report }) {
    entity.machines.forEach((one, index) => {
      if (isInOwnFile(one)) checkMachine(one, machinePath(raw, index), report);
    });
    checkNeeds(entity, model, raw, report);
  },
  checkExpressions(entity, checks) {
    checkSteps(entity, checks);
    checkOverlaps(entity, checks.model, checks.machineAt, checks.report);
  },
  diff: diffMachines,
};

/** Checks that guards of transitions are conditions and that set values fit their fields. */
function checkSteps(entity: Entity, checks: ExpressionChecks): void {
  const { condition, value, machineAt, report } = checks;
  entity.machines.forEach((one, index) =>
    one.transitions.forEach((transition, place) => {
      condition(transition.guard, partPath(one, machineAt(index), 'transitions', place, 'guard'));
      checkInputExpressions(transition.input, partPath(one, machineAt(index), 'transitions', place, 'input'), checks);
      for (const [name, text] of Object.entries(transition.sets ?? {})) {
        const at = partPath(one, machineAt(index), 'transitions', place, 'sets', name);
        const field = entity.fields.find((own) => own.name === name);
        if (field && text === null) checkCleared(field, at, report);
        else if (field) value(text ?? undefined, at, field);
        else
          report.unknown(
            at,
            'field',
            name,
            entity.fields.map((one) => one.name),
          );
      }
    }),
  );
}

function checkCleared({ name, required }: Field, at: At, report: Report): void {
  if (required) report.add(at, `"${name}" is required and cannot be cleared`);
}
