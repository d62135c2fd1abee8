import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TestServer } from '../../http/server.ts';
import type { Store } from '../judges/api.ts';
import { Sampler } from '../sampleRow.ts';
import { chosen, REPORTS } from './chosen.ts';
import { printKeywords } from './keywords.ts';
import { messageTexts } from './messageTexts.ts';
import { printHtml } from './page.ts';
import { printJUnit, printText } from './print.ts';
import type { Verdict } from './verdict.ts';
import { verdictsOf } from './verdicts.ts';
import { useStore, WITH_PARTNERS } from '../useStore.ts';

/** `npm run conformance`: every rule of the entities asked for before form, API and database. */
const named = (process.env['CONFORMANCE_ENTITIES'] ?? '').split(',').filter(Boolean);
const only = process.env['CONFORMANCE_RULE'] ?? '';
const isWhole = named.length === 0 && only === '';
const { model, entities } = chosen(named);
const sampler = new Sampler(model);
const texts = messageTexts(model);
const verdicts: Verdict[] = [];

let server: TestServer;
let store: Store;
useStore((ground) => {
  ({ server, store } = ground);
}, WITH_PARTNERS);
afterAll(() => {
  writeFileSync(
    join(REPORTS, 'report.txt'),
    `${printText(verdicts, texts)}\n${isWhole ? `\n${printKeywords()}\n` : ''}`,
  );
  writeFileSync(join(REPORTS, 'report.html'), printHtml(verdicts, texts));
  writeFileSync(join(REPORTS, 'junit.xml'), printJUnit(verdicts, texts));
});

test.each(entities.map(({ name }) => name))('%s', async (name) => {
  const own = await verdictsOf(model.entities[name]!, {
    model,
    sampler,
    server,
    store,
    ...(only === '' ? {} : { wants: (rule: string) => rule === only }),
  });
  verdicts.push(...own);
  if (only === '') expect(own.length).toBeGreaterThan(0);
});
