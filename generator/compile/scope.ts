import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Report } from './report.ts';

/** Where an entity says which field holds the company of a row. */
const COMPANY_OF_ROW = 'x-access.company';

/** Name of the entity that holds the companies: the one the company of people refers to (`x-entity.people.company`). */
export function companiesOf({ entities }: Pick<Model, 'entities'>): string | undefined {
  const source = Object.values(entities).find(({ people }) => people?.company !== undefined);
  return source?.fields.find(({ name }) => name === source.people!.company)?.ref?.entity;
}

/**
 * An entity that refers to a company declares who sees its rows, and the company of an `own` row is one of those
 * companies: otherwise the rows of one company would be open to the staff of every other one.
 */
export function checkScope(entity: Entity, model: Model, report: Report): void {
  checkCompanyOfPeople(entity, report);
  const companies = companiesOf(model);
  if (companies === undefined || entity.name === companies) return;
  const { access, fields, parents } = entity;
  if (access?.scope === undefined) {
    const referring = fields.filter(({ ref }) => ref?.entity === companies);
    const first = referring.find(({ kind }) => kind === 'ref') ?? referring[0];
    if (first)
      report.add(
        ['properties', first.name, 'x-ref', 'entity'],
        `"${first.name}" refers to a company, but nothing says who sees the rows: ${suggestion(first, parents.length > 0)}`,
      );
    return;
  }
  const { company } = access;
  const field = fields.find(({ name }) => name === company);
  if (field && (field.kind !== 'ref' || field.ref?.entity !== companies)) {
    report.add(
      COMPANY_OF_ROW.split('.'),
      `"${field.name}" is no reference to one row of "${companies}", which holds the companies that people work for`,
    );
  }
  if (access.scope !== 'own' && company !== undefined) {
    report.add(
      COMPANY_OF_ROW.split('.'),
      `${COMPANY_OF_ROW} says whose an "own" row is: scope "${access.scope}" does not use it`,
    );
  }
  if (parents.length === 0 || access.scope !== 'own') return;
  if (access.through !== undefined)
    report.add(['x-access', 'through'], 'an "own" child is seen with its parent, not with another record');
  if (company === undefined)
    report.add(
      ['x-access', 'scope'],
      `an "own" child needs ${COMPANY_OF_ROW}: the parent decides everything else about who sees it`,
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
