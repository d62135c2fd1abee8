import { didYouMean } from '../../generator/compile/nearest.ts';
import { SchemaProblems, type SchemaProblem } from '../../generator/compile/problem.ts';
import type { Model } from '../../generator/model/entity.ts';
import type { FileFormat } from '../kernel/exchange/import/fileFormat.ts';

/** Fails where a schema names an unknown file format (`x-import.formats`). @throws SchemaProblems with each of them */
export function checkFormats({ entities }: Model, formats: ReadonlyMap<string, FileFormat>): void {
  const problems = Object.values(entities).flatMap(({ file, import: rules }): SchemaProblem[] =>
    (rules?.formats ?? []).flatMap((name, index) =>
      formats.has(name)
        ? []
        : [
            {
              file,
              path: `/x-import/formats/${index}`,
              message: `there is no file format "${name}"${didYouMean(name, formats.keys())}`,
            },
          ],
    ),
  );
  if (problems.length > 0) throw new SchemaProblems(problems);
}
