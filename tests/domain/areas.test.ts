import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import type { Area, AreaContext, OpenAreas } from '../../server/domain/area.ts';
import { AREAS, effectsOf, openAreas } from '../../server/domain/areas.ts';

const config = readConfig({});
const notOpen = (): OpenAreas => {
  throw new Error('no area is open yet');
};
const noEffect = async () => ({});

test('each folder of the domain is an area', () => {
  const folders = readdirSync(resolve(import.meta.dirname, '../../server/domain'), { withFileTypes: true });
  expect(AREAS.map(({ name }) => name).toSorted()).toEqual(
    folders
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted(),
  );
});

test('finds the effects of all areas by name before an area opens', () => {
  const effects = effectsOf(config, notOpen);
  expect([...effects.keys()]).toEqual(expect.arrayContaining(['version.copy', 'vessel.takeOver', 'mail.send']));
});

test('refuses an effect that two areas define', () => {
  const areas: Area[] = ['one', 'two'].map((name) => ({ name, effects: () => ({ 'a.b': noEffect }) }));
  expect(() => effectsOf(config, notOpen, areas)).toThrow('two: effect "a.b" is defined twice');
});

test('opens areas in order, and takes the rules of an entity from one area', () => {
  const domain = new Map<string, unknown>();
  const context = { config, kernel: { domain } } as unknown as AreaContext;
  const sessions = {} as OpenAreas['sessions'];
  const first: Area = { name: 'first', open: () => ({ sessions }) };
  const second: Area = {
    name: 'second',
    open: (opened) => {
      expect(opened.sessions).toBe(sessions);
      return {};
    },
    rules: () => ({ person: { only: ['edit'] } }),
  };
  expect(openAreas(context, [first, second]).sessions).toBe(sessions);
  expect([...domain.keys()]).toEqual(['person']);
  expect(() => openAreas(context, [first, second, { name: 'third', rules: () => ({ person: {} }) }])).toThrow(
    'third: rule set "person" is defined twice',
  );
});
