import type { LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { isSame } from '../diff/change.ts';
import { accessText } from '../diff/texts.ts';
import type { Access } from '../model/access.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Keyword } from './keyword.ts';

/** `x-access`: who sees which rows and fields. */
export const access: Keyword<Access> = {
  word: 'x-access',
  layers: [],
  compile(word, entity) {
    if (word) entity.access = word;
  },
  link: linkAccess,
  linkParents(entity, { model, report }) {
    checkParentScope(entity, report);
    checkScope(entity, model, report);
  },
  diff(before, after, notes) {
    if (!isSame(before.access, after.access))
      notes.break(
        'staff',
        `the access to rows changes: ${accessText(after.access)} – before: ${accessText(before.access)}`,
      );
  },
};

function linkAccess(entity: Entity, context: LinkContext): void {
  const { access: word } = entity;
  if (!word) return;
  for (const [option, names] of Object.entries(fieldsNamedBy(word)))
    names.forEach((name, index) =>
      context.field(name, ['x-access', option, ...(Array.isArray(word[option as keyof Access]) ? [index] : [])]),
    );
  checkPersons(entity, context);
  checkThrough(entity, context);
}

/** The fields that the options name. */
const fieldsNamedBy = ({ company, through, persons, edit, choices, fields, totals }: Access) => ({
  company: [company ?? []].flat(),
  through: [through ?? []].flat(),
  persons: persons ?? [],
  edit: edit ?? [],
  choices: choices ?? [],
  fields: Object.keys(fields ?? {}),
  totals: totals ?? [],
});

/** Checks that the fields of `persons` and `edit` refer to people. */
function checkPersons({ access: word, fields }: Entity, { model, report }: LinkContext): void {
  const people = Object.values(model.entities).find((other) => other.people)?.name;
  for (const option of ['persons', 'edit'] as const) {
    word?.[option]?.forEach((name, index) => {
      const person = fields.find((candidate) => candidate.name === name);
      if (people !== undefined && person && !person.readOnly && person.ref?.entity !== people)
        report.add(
          ['x-access', option, index],
          `"${name}" (${person.kind}) names no person: it is no reference to "${people}"`,
        );
    });
  }
}

/** Checks that `through` refers to one row whose visibility does not depend on a third one. */
function checkThrough({ access: word, fields }: Entity, { model, report }: LinkContext): void {
  if (word?.through === undefined) return;
  const at = ['x-access', 'through'];
  const reference = fields.find(({ name }) => name === word.through);
  if (reference && (!reference.ref || reference.kind !== 'ref' || reference.ref.open))
    report.add(at, `"${word.through}" must refer to one row of another entity`);
  if (word.scope === 'parent') report.add(at, 'a child is visible with its parent');
  if (reference?.ref && model.entities[reference.ref.entity]?.access?.through !== undefined)
    report.add(at, `rows of ${reference.ref.entity} are themselves visible with other rows`);
}

/** Checks that the scope of a child is `parent` or `own`, and that only a child has the scope `parent`. */
function checkParentScope({ name, access: word, parents }: Entity, report: Report): void {
  const scope = word?.scope;
  if (scope === 'parent' && parents.length === 0)
    report.add(
      ['x-access', 'scope'],
      `"${name}" is no entity's child, so it has no parent that decides its visibility`,
    );
  if (scope === 'all' && parents.length > 0)
    report.add(
      ['x-access', 'scope'],
      `"${name}" is a child of "${parents[0]!.entity}" and visible with it: "scope" must be "parent", or "own" for rows of several companies under one parent`,
    );
}

/** Keyword with the field of a row's company, for messages and paths. */
const COMPANY_OF_ROW = 'x-access.company';

/** Name of the entity of companies, to which the company of people refers (`x-entity.people.company`). */
function companiesOf({ entities }: Pick<Model, 'entities'>): string | undefined {
  const source = Object.values(entities).find(({ people }) => people?.company !== undefined);
  return source?.fields.find(({ name }) => name === source.people!.company)?.ref?.entity;
}

/**
 * An entity that refers to a company must declare who sees its rows, and the company of an `own` row must be one of the
 * referenced companies. Otherwise the rows of one company would be visible to the staff of all others.
 */
function checkScope(entity: Entity, model: Model, report: Report): void {
  checkCompanyOfPeople(entity, report);
  const companies = companiesOf(model);
  if (companies === undefined || entity.name === companies) return;
  const { access: word, fields, parents } = entity;
  if (word?.scope === undefined) {
    const referring = fields.filter(({ ref }) => ref?.entity === companies);
    const first = referring.find(({ kind }) => kind === 'ref') ?? referring[0];
    if (first)
      report.add(
        ['properties', first.name, 'x-ref', 'entity'],
        `"${first.name}" refers to a company, but no scope states who sees the rows: ${suggestion(first, parents.length > 0)}`,
      );
    return;
  }
  const { company } = word;
  const field = fields.find(({ name }) => name === company);
  if (field && (field.kind !== 'ref' || field.ref?.entity !== companies)) {
    report.add(
      COMPANY_OF_ROW.split('.'),
      `"${field.name}" is no reference to one row of "${companies}", the entity of the companies of people`,
    );
  }
  if (word.scope !== 'own' && company !== undefined) {
    report.add(
      COMPANY_OF_ROW.split('.'),
      `${COMPANY_OF_ROW} is the company of an "own" row: scope "${word.scope}" does not use it`,
    );
  }
  if (parents.length === 0 || word.scope !== 'own') return;
  if (word.through !== undefined)
    report.add(['x-access', 'through'], 'an "own" child is visible with its parent, not with another record');
  if (company === undefined)
    report.add(
      ['x-access', 'scope'],
      `an "own" child needs ${COMPANY_OF_ROW}: its parent decides the rest of its visibility`,
    );
}

function suggestion({ name, kind }: Field, isChild: boolean): string {
  const own =
    kind === 'ref'
      ? `${JSON.stringify({ scope: 'own', company: name })} if the company's staff alone may see a row, or `
      : '';
  const other = isChild
    ? '{"scope": "parent"} if it is seen as its parent is'
    : '{"scope": "all"} for master data that everybody with the right may see';
  return `declare "x-access": ${own}${other}`;
}

function checkCompanyOfPeople({ people, fields }: Entity, report: Report): void {
  const field = fields.find(({ name }) => name === people?.company);
  if (field && (field.kind !== 'ref' || !field.ref))
    report.add('x-entity.people.company'.split('.'), `"${field.name}" (${field.kind}) is no reference to a company`);
}
