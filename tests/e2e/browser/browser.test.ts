import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someCases } from '../../longTest.ts';
import { watchConsole } from './console.ts';
import { openPage } from './open.ts';
import { closePages } from './reuse.ts';
import { sharedBrowser } from './site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => closePages(browser));

describe('fonts', () => {
  test.each(
    someCases(1, [
      ['Chinese', '船险赔滬龘'],
      ['Latin', 'AVWgQ'],
      ['accented', 'éñłøč'],
    ]),
  )('%s characters are drawn, each with a glyph of its own', async (_, characters) => {
    const page = await openPage(browser, { fresh: true });
    await page.setContent('<body style="margin:0;font:40px sans-serif"></body>');
    // U+10FFFF is no character: it is drawn as the glyph of every missing character
    const pictures = new Set<string>();
    for (const character of ['\u{10FFFF}', ' ', ...characters]) {
      await page.locator('body').evaluate((body, textContent) => {
        Object.assign(body, { textContent });
      }, character);
      pictures.add((await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 60 } })).toString('base64'));
    }
    const missing = 2;
    expect(pictures.size).toBe([...characters].length + missing);
    await page.context().close();
  });

  test('Latin letters are kerned', async () => {
    const page = await openPage(browser, { fresh: true });
    await page.setContent(
      '<span id="kerned" style="font:100px sans-serif">AVAV</span><span id="plain" style="font:100px sans-serif;font-kerning:none">AVAV</span>',
    );
    const width = async (id: string) => (await page.locator(`#${id}`).boundingBox())?.width ?? 0;
    expect(await width('kerned')).toBeGreaterThan(0);
    expect(await width('kerned')).toBeLessThan(await width('plain'));
    await page.context().close();
  });
});

describe('watchConsole', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader(
        'Content-Security-Policy',
        "default-src 'self'; img-src 'self' data:; script-src 'self' 'unsafe-inline'",
      );
      response.setHeader('Content-Type', 'text/html');
      response.end(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').searchParams.get('body') ?? ''));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  );

  const visit = async (body: string, allowed?: RegExp) => {
    const page = await openPage(browser);
    const watch = await watchConsole(page);
    if (allowed !== undefined) watch.allow(allowed);
    await page.goto(`${url}?body=${encodeURIComponent(`<link rel="icon" href="data:,">${body}`)}`, {
      waitUntil: 'networkidle',
    });
    await page.context().close();
    return watch;
  };

  test.each(
    someCases(2, [
      ['a console error', '<script>console.error("it broke")</script>', 'console error: it broke'],
      ['a console warning', '<script>console.warn("take care")</script>', 'console warning: take care'],
      ['an exception', '<script>throw new Error("uncaught one")</script>', 'uncaught one'],
      ['a blocked request', '<img src="http://127.0.0.1:1/x.png">', 'Content-Security-Policy img-src refused'],
      ['eval', '<script>try { eval("1") } catch {}</script>', 'Content-Security-Policy script-src refused eval'],
    ]),
  )('reports %s', async (_, body, problem) => {
    const watch = await visit(body);
    expect(watch.problems().join('\n')).toContain(problem);
    expect(() => watch.expectQuiet()).toThrow(problem);
  });

  test('is quiet about a page that logs only information', async () => {
    const watch = await visit('<script>console.log("hello"); console.info("there")</script>');
    expect(watch.problems()).toEqual([]);
    watch.expectQuiet();
  });

  test('lets an allowed problem pass and no other', async () => {
    const watch = await visit(
      '<script>console.error("expected"); console.error("unexpected one")</script>',
      /: expected/,
    );
    expect(watch.problems()).toHaveLength(1);
    expect(watch.problems()[0]).toContain('unexpected one');
  });
});
