import { expect, test } from 'vitest';
import { compileModel } from '../../../generator/compile/compile.ts';
import { entityModule } from '../../../generator/emit/validators.ts';
import { jsonSchemaOf } from '../../../generator/language/jsonSchema.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { rowShape, type CompiledShape, shapeErrors } from '../../../web/records/form/rowShape.ts';
import { sectionSchema, sectionUiSchema } from '../../../web/records/form/sectionSchema.ts';

const MODEL = compileModel(['schemas', 'tests/fixtures/schemas']);
const ENTITIES = Object.values(MODEL.entities);

const served = async (name: string): Promise<CompiledShape> => {
  const { rules } = entityModule(MODEL.entities[name]!, MODEL);
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(rules)}`)) as CompiledShape;
};

test('the browser gets the schema with which the server validates a new row', async () => {
  for (const { name } of ENTITIES.slice(0, 5)) {
    const { schema } = await served(name);
    expect(schema).toEqual({ ...jsonSchemaOf(MODEL.entities[name]!, 'create'), $id: 'row' });
  }
});

test('the precompiled validator reports length, enumeration, type and missing values at their fields', async () => {
  const shape = rowShape(await served('berth-visit'));
  const errors = shapeErrors(shape, { waived: 'X', dues: 5, noSuchField: 1 });
  expect(errors.map(({ keyword, instancePath }) => `${instancePath} ${keyword}`)).toEqual(
    expect.arrayContaining(['/waived enum', '/dues type', ' additionalProperties']),
  );
  expect(errors.some(({ keyword }) => keyword === 'required')).toBe(true);
  // A second row has only its own errors.
  expect(shapeErrors(shape, { waived: 'X' }).map(({ instancePath }) => instancePath)).not.toContain('/dues');
});

test('a section has the types, formats, lengths and options of the row’s schema', async () => {
  const entity = MODEL.entities['berth-visit']!;
  const { schema } = await served('berth-visit');
  const fields = ['waived', 'dues'];
  const section = sectionSchema(schema, entity, fields, (name) => name === 'dues');
  expect(section.required).toEqual(['dues']);
  for (const name of fields) expect(section.properties?.[name]).toMatchObject(schema.properties?.[name] as object);
});

test('each field of each entity names an input of the registry', () => {
  for (const entity of ENTITIES) {
    const names = entity.fields.map(({ name }) => name);
    const uiSchema = sectionUiSchema(entity, names, 2);
    expect(names.filter((name) => !((uiSchema[name]?.['ui:field'] as string) in KINDS))).toEqual([]);
  }
});
