import type { Model } from '../../generator/model/entity.ts';
import type { Config } from '../config.ts';
import type { DomainRules } from '../kernel/domainRules.ts';
import type { Effect, Effects } from '../kernel/core.ts';
import type { FileFormat } from '../kernel/exchange/import/fileFormat.ts';
import { copyVersion } from '../kernel/version/copy.ts';
import type { Area, AreaContext, AreaServices, Job, OpenAreas } from './area.ts';
import { bank } from './bank/bank.ts';
import { billing } from './billing/billing.ts';
import { checkFormats } from './checkFormats.ts';
import { claims } from './claims/claims.ts';
import { identity } from './identity/identity.ts';
import { litigation } from './litigation/litigation.ts';
import { mail } from './mail/mail.ts';
import { outsiders } from './outsiders/outsiders.ts';
import { partners } from './partners/partners.ts';
import { premium } from './premium/premium.ts';
import { reference } from './reference/reference.ts';
import { vessel } from './vessel/vessel.ts';

/** The areas of the product, in the order in which they open: an area may use those before it. */
export const AREAS: readonly Area[] = [
  identity,
  reference,
  mail,
  partners,
  outsiders,
  vessel,
  premium,
  claims,
  litigation,
  billing,
  bank,
];

/** Effects of the engine, which belong to no area. */
const ENGINE: Area = { name: 'engine', effects: () => ({ 'version.copy': copyVersion }) };

/** Checks the settings of all business areas. @throws BadSetting */
export function checkSettings(config: Config, areas: readonly Area[] = AREAS): void {
  for (const area of areas) area.checkSettings?.(config);
}

/** Checks that the schemas fit the code of all business areas. @throws SchemaProblems */
export function checkModel(model: Model, areas: readonly Area[] = AREAS): void {
  checkFormats(model, formatsOf(areas));
  for (const area of areas) area.checkModel?.(model);
}

/** The effects of all areas. @param open the open areas @throws Error for a name that two areas use */
export function effectsOf(config: Config, open: () => OpenAreas, areas: readonly Area[] = AREAS): Effects {
  return collect<Effect>([ENGINE, ...areas], 'effect', (area) => area.effects?.(config, open));
}

/** Opens the areas and registers their rules. @throws Error for an entity for which two areas have rules */
export function openAreas(context: AreaContext, areas: readonly Area[] = AREAS): OpenAreas {
  const open: AreaContext & Partial<AreaServices> = { ...context };
  for (const area of areas) Object.assign(open, area.open?.(open as OpenAreas));
  const opened = open as OpenAreas;
  for (const [name, format] of formatsOf(areas)) context.kernel.fileFormats.set(name, format);
  const rules = collect<DomainRules>(areas, 'rule set', (area) => area.rules?.(opened));
  for (const [entity, added] of rules) context.kernel.domain.set(entity, added);
  return opened;
}

/** The file formats of all areas. @throws Error for a name that two areas use */
const formatsOf = (areas: readonly Area[]): Map<string, FileFormat> =>
  collect<FileFormat>(areas, 'file format', (area) => area.fileFormats);

/** The hourly jobs of all areas. */
export const jobsOf = (open: OpenAreas, areas: readonly Area[] = AREAS): Job[] =>
  areas.flatMap((area) => area.jobs?.(open) ?? []);

/** Starts the background work of all areas. @returns stops it */
export function startAreas(open: OpenAreas, areas: readonly Area[] = AREAS): () => Promise<unknown> {
  const ends = areas.flatMap((area) => area.start?.(open) ?? []);
  return () => Promise.all(ends.map((end) => end()));
}

/** Collects named values of all areas. @param noun for the error message @throws Error for a name that occurs twice */
function collect<T>(
  areas: readonly Area[],
  noun: string,
  ofArea: (area: Area) => Readonly<Record<string, T>> | undefined,
): Map<string, T> {
  const all = new Map<string, T>();
  for (const area of areas) {
    for (const [name, value] of Object.entries(ofArea(area) ?? {})) {
      if (all.has(name)) throw new Error(`${area.name}: ${noun} "${name}" is defined twice`);
      all.set(name, value);
    }
  }
  return all;
}
