import type { Entity } from '../../../generator/model/entity.ts';

/** A formula with the labels of its fields. */
export const formulaText = (entity: Pick<Entity, 'fields'>, expression: string, side: 'en' | 'zh'): string =>
  expression.replaceAll(
    /\bself\.(\w+)/g,
    (match, name: string) => entity.fields.find((field) => field.name === name)?.label[side] ?? match,
  );
