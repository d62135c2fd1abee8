import { KEYWORDS } from '../keywords/keywords.ts';
import type { Entity, Model } from '../model/entity.ts';
import { checkFieldKinds } from './fieldKinds.ts';
import { linkFields } from './fieldLinks.ts';
import type { LinkContext } from './linkContext.ts';
import { checkPlaceholders } from './placeholders.ts';
import type { Report } from './report.ts';

/** Checks every field, child, state and entity that an entity names, and links it to others. */
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
      if (seen.has(id)) report.add([word, index, 'id'], `"${id}" names another rule of this entity already`);
      seen.add(id);
    });
  }
}

/** Sets for every entity the reference to the persons who write its rows (`x-entity.people`), so that names can be shown. */
export function linkWriters({ entities }: Model): void {
  const source = Object.values(entities).find(({ people }) => people);
  if (source)
    for (const entity of Object.values(entities))
      entity.writers = { entity: source.name, by: source.people!.code, unique: true };
}
