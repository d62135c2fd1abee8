import type { ComponentType } from 'react';
import type { ChildMatrix } from '../../generator/model/child.ts';
import { type Row, textOf } from '../fields/types.ts';
import { lazyChunk } from '../shell/lazyChunk.ts';

/** The marks of a matrix by line. */
export type Marks = ReadonlyMap<string, ReadonlySet<string>>;

interface MatrixProps {
  value: Marks;
  onChange?: (value: Marks) => void;
}

/** The component of each type of matrix (`x-child.matrix.of`). */
export const MATRICES: Record<ChildMatrix['of'], ComponentType<MatrixProps>> = {
  permissions: lazyChunk(async () => (await import('../rights/matrix/permissionMatrix.tsx')).PermissionMatrix),
};

/** The marks of all child rows, by line. */
export const marksOf = ({ rows, marks }: ChildMatrix, children: readonly Row[]): Marks =>
  children.reduce<Map<string, Set<string>>>((lines, row) => {
    const line = textOf(row[rows]);
    const marked = Array.isArray(row[marks]) ? row[marks].map(textOf) : [];
    return lines.set(line, new Set([...(lines.get(line) ?? []), ...marked]));
  }, new Map());
