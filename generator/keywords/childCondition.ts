import type { ASTNode } from '@marcbachmann/cel-js';
import { withoutAbsent } from '../compile/field.ts';
import { isRestricted } from '../compile/fieldOptions.ts';
import type { LinkContext } from '../compile/linkContext.ts';
import { checkExpression } from '../language/expression/check.ts';
import { renameVariable } from '../language/expression/rename.ts';
import { scopeOf } from '../language/expression/scope.ts';
import { allNodes, callOf, fieldsRead } from '../language/expression/syntax.ts';
import { MESSAGE } from '../language/messageKeys.ts';
import type { Child } from '../model/child.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Rule } from '../model/rule.ts';

/** Variables of a scope that are not the row itself. */
const OTHER_VARIABLES: readonly unknown[] = ['old', 'parent', 'children', 'lookup', 'user'];

/**
 * Checks the conditions of children (`x-child.when`), and adds to each child entity the rule that enforces its
 * condition. A condition reads only values that never change, so no row can become invalid by a change of its parent.
 */
export function addConditionRules(entity: Entity, context: LinkContext): void {
  const { model, unread, report } = context;
  entity.children.forEach((child, index) => {
    const target = model.entities[child.entity];
    if (!target || unread.has(child.entity)) return;
    const own = report.within(['x-child', index]);
    const base = model.entities[entity.extends ?? '']?.children.find((one) => one.entity === child.entity);
    if (base) {
      if (base.when !== child.when)
        own.add(['when'], `the rows of ${target.name} belong to "${entity.extends}": write the condition there`);
    } else if (child.when !== undefined)
      addConditionRule(entity, { child, when: child.when, target }, { ...context, report: own });
    else if (child.message) own.add(['message'], 'is the message of "when", which is missing');
  });
}

function addConditionRule(
  entity: Entity,
  { child: { via, message }, when, target }: { child: Child; when: string; target: Entity },
  { model, report, rulesOf }: Pick<LinkContext, 'model' | 'report' | 'rulesOf'>,
): void {
  const scope = scopeOf(entity, model);
  // an invalid expression is reported with the other expressions of the entity
  if (!checkExpression(when, scope, ['bool']).ok) return;
  const { ast } = scope.environment.parse(when);
  const other = target.parents.find((parent) => parent.entity !== entity.name || parent.via !== via);
  if (other)
    return report.add(['when'], `${target.name} is a child of "${other.entity}" too, so its parent may be either`);
  const problem = readingProblem(ast) ?? changeProblem(ast, entity, model);
  if (problem !== undefined) return report.add(['when'], problem);
  const id = `of-${entity.name}`;
  if (rulesOf(target).some((rule) => rule.id === id))
    return report.add(['when'], `${target.name} has a rule "${id}" already, which is the name of the rule for "when"`);
  target.rules.push(
    withoutAbsent<Rule>({
      id,
      key: MESSAGE.noChildrenHere,
      message,
      params: { parent: entity.label, child: target.label },
      assert: renameVariable(ast, 'self', 'parent'),
      at: [via],
      level: 'error',
      ofParent: entity.name,
      when: undefined,
      immutable: undefined,
      spec: [],
    }),
  );
}

/** Finds a variable or function other than fields of the row. */
function readingProblem(ast: ASTNode): string | undefined {
  const nodes = [...allNodes(ast)];
  const owners = new Set(nodes.flatMap((node) => (node.op === '.' ? [node.args[0]] : [])));
  for (const node of nodes) {
    if (callOf(node)?.name === 'today') return 'reads today(), which changes from day to day';
    if (node.op !== 'id') continue;
    if (OTHER_VARIABLES.includes(node.args)) return `reads "${node.args}": only fields of "self" can decide it`;
    if (node.args === 'self' && !owners.has(node)) return 'reads "self" as a whole: only fields of it can decide it';
  }
  return fieldsRead(ast, 'self').size === 0
    ? 'reads no field of "self", so it is the same for every record'
    : undefined;
}

/** Finds a field that can change, can be empty, or is hidden from some users. */
function changeProblem(ast: ASTNode, entity: Entity, { entities }: Model): string | undefined {
  const subtypes = (entity.kinds ?? []).map((name) => entities[name]!);
  const discriminator = (entity.discriminator ?? subtypes[0]?.discriminator)?.field;
  for (const name of fieldsRead(ast, 'self')) {
    const fields = [entity, ...subtypes].map(({ fields: own }) => own.find((field) => field.name === name));
    if (name !== discriminator && !fields.every((field) => field?.writeOnce && field.required))
      return `"${name}" can change, and a change could leave rows where they are not allowed: read only required fields with x-writeOnce, or the discriminator`;
    if (isRestricted(entity, name) || fields.some((field) => field?.writeOnly))
      return `"${name}" is hidden from some users, so their screens could not evaluate it`;
  }
  return undefined;
}
