import { KEYWORDS } from '../keywords/keywords.ts';
import type { Entity, Model } from '../model/entity.ts';
import { checkFieldKinds } from './fieldKinds.ts';
import { linkFields } from './fieldLinks.ts';
import type { LinkContext } from './linkContext.ts';
import { checkPlaceholders } from './placeholders.ts';
import type { Report } from './report.ts';

/** Checks all names in an entity, and links it to the entities that it names. */
export function linkEntity(entity: Entity, context: LinkContext): void {
  linkFields(entity, context);
  for (const keyword of KEYWORDS) keyword.link?.(entity, context);
  checkUniqueIds(entity, context.report);
  checkFieldKinds(entity, context.report);
  checkPlaceholders(entity, context.report);
}

function checkUniqueIds(entity: Entity, report: Report): void {
  const seen = new Set<string>();
  for (const { word, rules } of KEYWORDS) {
    rules?.(entity).forEach(({ id }, index) => {
      if (seen.has(id)) report.add([word, index, 'id'], `"${id}" is already the id of another rule of this entity`);
      seen.add(id);
    });
  }
}

/** Links every entity to the entity of users (`x-entity.people`), so that names of creators can be shown. */
export function linkWriters({ entities }: Model): void {
  const source = Object.values(entities).find(({ people }) => people);
  if (source)
    for (const entity of Object.values(entities))
      entity.writers = { entity: source.name, by: source.people!.code, unique: true };
}
