import type { ExpressionChecks } from '../compile/expressionChecks.ts';
import type { LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import type { Raw, SourceFile } from '../compile/source.ts';
import type { Notes } from '../diff/change.ts';
import type { ConstraintShape, FunctionShape, IndexShape, TriggerShape } from '../emit/ddl/shape.ts';
import type { DescribedRule } from '../emit/dictionary/describedRule.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import type { RuleText } from '../model/rule.ts';
import type { EntityKeyword } from './names.ts';

/**
 * A layer that does something for a keyword: the DDL, the dictionary and the hints in forms of the generator, a save of
 * the server, and the conformance tests.
 */
export type Layer = 'database' | 'docs' | 'form' | 'save' | 'conformance';

/**
 * A keyword of an entity file: all that the generator does with it, in the order in which it is done. Its meta-schema is
 * the file `<name>.meta.json` beside the module.
 */
export interface Keyword<T = unknown> {
  word: EntityKeyword;
  /** every layer in which the keyword is registered; a test compares this list with the layers */
  layers: readonly Layer[];
  /** it binds every row of a table, so that an entity which extends another one cannot have it */
  bindsTable?: true;
  /** the list of the model that holds its rules; several words may share one */
  ruleList?: RuleList;
  /** whether an entry of it may carry `x-spec`; absent: yes */
  takesSpec?: false;
  /** The word of an entity that extends another one; absent: its own word replaces the inherited one. */
  inherit?(above: unknown, own: unknown): unknown;
  /** Its rules in the order of the file, each with an id that is unique within the entity. */
  rules?(entity: Entity): readonly RuleText[];
  /** Writes the word of a file into the entity; `word` is absent where the file does not have it. */
  compile?(word: T | undefined, entity: Entity, context: CompileContext): void;
  /** Adds what needs other words of the same file: states, machines, rules. */
  complete?(word: T | undefined, entity: Entity, context: CompileContext): void;
  /** Checks the names in it, and links the entity to others. */
  link?(entity: Entity, context: LinkContext): void;
  /** Checks what needs the parents of every entity. */
  linkParents?(entity: Entity, context: LinkContext): void;
  /** Checks its expressions. */
  checkExpressions?(entity: Entity, checks: ExpressionChecks): void;
  /** What the database enforces or needs for it. */
  ddl?(entity: Entity, context: DdlContext): TableParts;
  /** Its rules in words. */
  describe?(entity: Entity): DescribedRule[];
  /** Its rules as hints beside the fields of a form. */
  hints?(entity: Entity): FieldHint[];
  /** Notes the difference between two versions of an entity. */
  diff?(before: Entity, after: Entity, notes: Notes): void;
}

/** A rule explained beside a field. */
export interface FieldHint {
  field: string;
  text: Label;
}

/** Members of `Entity` that are lists of rules. */
export type RuleList = {
  [Name in keyof Entity]-?: NonNullable<Entity[Name]> extends readonly RuleText[] ? Name : never;
}[keyof Entity];

export interface CompileContext {
  /** the whole file */
  raw: Raw;
  /** the field kinds of the vocabulary */
  kinds: Raw;
  /** the shared machines */
  machines: readonly SourceFile[];
  /** the fields of the natural key that exist */
  key: string[];
  report: Report;
}

export interface DdlContext {
  model: Model;
  /** fields of the entity that foreign keys point to */
  targeted: ReadonlySet<string>;
}

/** Parts of a table that a keyword brings. */
export interface TableParts {
  constraints?: ConstraintShape[];
  indexes?: IndexShape[];
  /** columns of those indexes that hold every live row: reading can use them */
  indexed?: string[][];
  /** columns by which the server looks rows up: they need an index */
  read?: string[][];
  triggers?: TriggerShape[];
  /** functions that the triggers call */
  functions?: FunctionShape[];
  /** what the database cannot check, with the reason */
  remarks?: string[];
}
