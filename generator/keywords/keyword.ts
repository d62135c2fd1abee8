import type { ExpressionChecks } from '../compile/expressionChecks.ts';
import type { LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import type { Raw, SourceFile } from '../compile/source.ts';
import type { Notes } from '../diff/change.ts';
import type { ConstraintShape, FunctionShape, IndexShape, TriggerShape } from '../emit/ddl/shape.ts';
import type { DescribedRule } from '../emit/dictionary/describedRule.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { FieldHint } from '../model/field.ts';
import type { KeywordRule, RuleText } from '../model/rule.ts';
import type { EntityKeyword } from './names.ts';

/**
 * A layer in which a keyword is registered. Members of this interface: `ddl` (`database`), `describe` (`docs`) and
 * `hints` (`form`). Lists of other layers: `generator/language/validation/validations.ts` (`validation`),
 * `server/kernel/keywords/keywords.ts` (`save`), `tests/conformance/keywords/keywords.ts` (`conformance`).
 */
export type Layer = 'database' | 'docs' | 'form' | 'validation' | 'save' | 'conformance';

/**
 * A keyword of an entity file with the functions of the generator, in the order of their calls. Its meta-schema is the
 * file `<name>.meta.json` beside the module.
 */
export interface Keyword<T = unknown> {
  word: EntityKeyword;
  /** every layer in which the keyword is registered; a test compares this list with the layers */
  layers: readonly Layer[];
  /** true if it applies to all rows of a table, so that subtypes cannot have it */
  bindsTable?: true;
  /** member of `Entity` with the list of its rules; several keywords can share one */
  ruleList?: RuleList;
  /** false if its entries cannot have `x-spec` */
  takesSpec?: false;
  /** Combines the inherited value with the own value of a subtype; absent: the own value replaces the inherited one. */
  inherit?(inherited: unknown, own: unknown): unknown;
  /** Its rules in the order of the file, each with an id that is unique within the entity. */
  rules?(entity: Entity): readonly KeywordRule[];
  /** names of values in the messages of its rules, besides `label` and `fields` */
  placeholders?: readonly string[];
  /**
   * Adds the keyword to the entity. `word` is its value in the file, undefined if the file does not have the keyword.
   */
  compile?(word: T | undefined, entity: Entity, context: CompileContext): void;
  /** Adds what depends on other keywords of the file: states, machines, rules. */
  complete?(word: T | undefined, entity: Entity, context: CompileContext): void;
  /** Checks the names in it, and links the entity to others. */
  link?(entity: Entity, context: LinkContext): void;
  /** Checks what depends on the parents of all entities, and adds rules to its children. */
  linkParents?(entity: Entity, context: LinkContext): void;
  /** Checks its expressions. */
  checkExpressions?(entity: Entity, checks: ExpressionChecks): void;
  /** Database objects that enforce or support it. */
  ddl?(entity: Entity, context: DdlContext): TableObjects;
  /** Its rules in words, for the data dictionary. */
  describe?(entity: Entity): DescribedRule[];
  /** The messages of its rules, as hints beside the fields of a form. */
  hints?(entity: Entity): (FieldHint & { field: string })[];
  /** Notes the difference between two versions of an entity. */
  diff?(before: Entity, after: Entity, notes: Notes): void;
}

/** Members of `Entity` that are lists of rules. */
export type RuleList = {
  [Name in keyof Entity]-?: NonNullable<Entity[Name]> extends readonly RuleText[] ? Name : never;
}[keyof Entity];

/** What a keyword reads besides its own value when it is compiled. */
export interface CompileContext {
  /** content of the file */
  raw: Raw;
  /** field kinds */
  kinds: Raw;
  /** shared state machines */
  machines: readonly SourceFile[];
  /** existing fields of the natural key */
  key: string[];
  report: Report;
}

/** What a keyword reads besides its entity when its constraints are printed. */
export interface DdlContext {
  model: Model;
  /** fields of the entity that foreign keys refer to */
  targeted: ReadonlySet<string>;
}

/** Database objects that a keyword adds to a table. */
export interface TableObjects {
  constraints?: ConstraintShape[];
  indexes?: IndexShape[];
  /** columns of each index that contains all live rows, so that reads can use it */
  indexed?: string[][];
  /** columns by which the server looks up rows, which need an index */
  read?: string[][];
  triggers?: TriggerShape[];
  /** functions that the triggers call */
  functions?: FunctionShape[];
  /** rules that the database cannot check, with the reason */
  remarks?: string[];
}
