import { Hono } from 'hono';
import { describeRules } from '../../generator/emit/dictionary/describe.ts';
import { fieldRules } from '../../generator/emit/dictionary/fieldRules.ts';
import { trace } from '../../generator/emit/dictionary/trace.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Label } from '../../generator/model/field.ts';
import type { Action } from '../../generator/model/operation.ts';
import { AREA_TITLES } from '../domain/identity/menu.ts';
import { roleRights } from '../domain/identity/roleRights.ts';
import { entityNamed } from '../kernel/kernel.ts';
import { knownEntity } from '../kernel/knownEntity.ts';
import { may, permit } from '../kernel/rights.ts';
import { TEMPLATES } from '../messages.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerOf } from './caller.ts';
import type { Environment } from './environment.ts';
import { permissionActions } from './session.ts';

/** Entity whose readers may see the rights of each role. */
const ROLE_PERMISSIONS = 'role-permission';

/**
 * The data dictionary for people, below `/api/meta/`. `_dictionary/{entity}` describes fields, rules with their
 * messages, state machines and actions of an entity; `_traceability` lists the schema elements that implement each
 * requirement. Both contain only entities that the caller may query. The underscore keeps these paths apart from
 * entities, whose names have none.
 */
export function dictionaryRoutes({ kernel, config }: Services): Hono<Environment> {
  return new Hono<Environment>()
    .get('/_dictionary', (http) => {
      const caller = callerOf(http, config);
      const entities = [...kernel.registry.entities.values()]
        .filter((runtime) => may(kernel, runtime, 'query', caller))
        .map(({ entity: { name, area, label } }) => ({
          name,
          label,
          area: AREA_TITLES[area] ?? { en: area, zh: area },
        }));
      return answer(http, entities);
    })
    .get('/_dictionary/:entity', async (http) => {
      const caller = callerOf(http, config);
      const runtime = entityNamed(kernel, http.req.param('entity'));
      permit(kernel, runtime, 'query', caller);
      const roles = kernel.registry.entities.get(ROLE_PERMISSIONS);
      const seesRoles = roles !== undefined && may(kernel, roles, 'query', caller);
      return answer(http, {
        ...describeEntity(knownEntity(runtime, caller.user)),
        permissions: permissionActions(kernel, runtime, caller),
        roles: seesRoles ? await roleRights(kernel, runtime) : null,
      });
    })
    .get('/_traceability', (http) => {
      const caller = callerOf(http, config);
      const readable = [...kernel.registry.entities.values()].filter((runtime) =>
        may(kernel, runtime, 'query', caller),
      );
      return answer(
        http,
        trace({
          entities: Object.fromEntries(
            readable.map((runtime) => [runtime.entity.name, knownEntity(runtime, caller.user)]),
          ),
        }),
      );
    });
}

/** The description of an entity in the answer. */
function describeEntity(entity: Entity): object {
  const { name, area, label, table, key, spec, readOnly, machines, actions } = entity;
  return {
    name,
    area,
    label,
    table,
    key,
    spec,
    readOnly,
    fields: entity.fields.map((field) => ({
      name: field.name,
      label: field.label,
      help: field.help ?? null,
      kind: field.kind,
      rules: fieldRules(field),
      spec: field.spec,
    })),
    rules: describeRules(entity).map(({ key: message, ...rule }) => ({
      ...rule,
      message: rule.message ?? (message === undefined ? null : templates(message)),
    })),
    machines,
    actions: actions.map((action) => ({
      name: action.name,
      label: action.label,
      on: action.on,
      from: action.from ?? {},
      guard: action.guard?.expr ?? null,
      actor: action.actor ?? null,
      input: describeInput(action),
      spec: action.spec,
    })),
    children: entity.children.map((child) => child.entity),
  };
}

const describeInput = ({ input }: Action): object[] =>
  (input?.fields ?? []).map(({ name, label, required }) => ({
    name,
    label,
    required,
    when: input?.show?.[name] ?? null,
  }));

/** The text of a message in both languages, with an ellipsis for each parameter. */
const templates = (key: string): Label => ({
  en: withDots(TEMPLATES['en-US'][key] ?? key),
  zh: withDots(TEMPLATES['zh-CN'][key] ?? key),
});
const withDots = (text: string): string => text.replaceAll(/\{\{\w+(?:, amount)?\}\}/g, '…');
