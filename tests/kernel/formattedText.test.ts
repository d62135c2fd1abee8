import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORMATTED_ELEMENTS } from '../../generator/language/formattedText.ts';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import { normalised } from '../../server/kernel/write/normalise.ts';
import { fieldOf } from './language/model.ts';

const field = fieldOf('content', 'richText');

describe('formatted text', () => {
  test.each<[what: string, input: unknown, kept: unknown]>([
    [
      'keeps what the editor writes',
      '<h2>靠泊</h2><p>plain <strong>bold</strong> <em>i</em> <u>u</u></p><ul><li><p>one</p></li></ul>',
      '<h2>靠泊</h2><p>plain <strong>bold</strong> <em>i</em> <u>u</u></p><ul><li><p>one</p></li></ul>',
    ],
    ['removes every attribute', '<p onclick="x" style="color:red" class="a" id="b">safe</p>', '<p>safe</p>'],
    [
      'removes scripts, styles and frames with their content',
      'a<script>run()</script><style>b{}</style><iframe src=x>c</iframe><noscript>d</noscript>z',
      'az',
    ],
    [
      'keeps the text of an element that is not allowed',
      '<a href="javascript:run()">link</a> <table><tr><td>cell</td></tr></table>',
      'link cell',
    ],
    [
      'removes elements that load something',
      '<p>x<img src=x onerror="run()"><svg onload="run()"></svg></p>',
      '<p>x</p>',
    ],
    ['removes comments', '<p>x<!-- y --></p>', '<p>x</p>'],
    ['closes open elements', '<p><b>x', '<p><b>x</b></p>'],
    ['escapes text that is no markup', 'a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    [
      'keeps escaped text escaped',
      '<p>&lt;script&gt;run()&lt;/script&gt;</p>',
      '<p>&lt;script&gt;run()&lt;/script&gt;</p>',
    ],
    ['treats markup without text as blank', '<p> &nbsp;<br></p><hr>', null],
    ['treats a script alone as blank', '<script>run()</script>', null],
    ['trims', '  <p>x</p>\r\n', '<p>x</p>'],
    ['leaves a value that is no text to the validation', { text: 'x' }, { text: 'x' }],
    ['leaves a text that cannot be stored to the validation', 'a\u0000b', 'a\u0000b'],
  ])('%s', (_, input, kept) => {
    expect(normalised(input, field)).toEqual(kept);
  });

  test.each<[what: string, html: string, key: string | undefined]>([
    ['50 levels', '<blockquote>'.repeat(50) + 'x', undefined],
    ['51 levels', '<blockquote>'.repeat(51) + 'x', MESSAGE.markupTooDeep],
    ['51 levels of elements that are not kept', '<span>'.repeat(51) + 'x', MESSAGE.markupTooDeep],
    ['100 closed levels', '<b>x</b>'.repeat(100), undefined],
    ['paragraphs closed by the next one', '<p>x'.repeat(100), undefined],
    ['elements without content', '<br>'.repeat(100) + 'x', undefined],
    ['51 levels with closing tags in comments', '<b><!--</b>-->'.repeat(51) + 'x', MESSAGE.markupTooDeep],
    ['51 levels after a comment that ends at once', '<!-->' + '<b>'.repeat(51) + 'x', MESSAGE.markupTooDeep],
    ['51 levels after a comment with another end', '<!--x--!>' + '<b>'.repeat(51) + 'x', MESSAGE.markupTooDeep],
    ['10,000 tags', '<p>x</p>'.repeat(5000), undefined],
    ['10,001 tags', '<p>x</p>'.repeat(5000) + '<br>', MESSAGE.markupTooMany],
    ['10,001 signs < without a tag', '< '.repeat(10_001), MESSAGE.markupTooMany],
    ['100,000 characters', 'x'.repeat(100_000), undefined],
    ['100,001 characters of which few remain', `<p title="${'x'.repeat(99_992)}">x`, MESSAGE.tooLong],
  ])('validates before cleaning: %s', (_, html, key) => {
    const limited = { ...field, maxLength: 100_000 };
    expect(KINDS.richText.check(normalised(html, limited), limited)?.key).toBe(key);
  });

  test('contains only allowed elements for any input, and a second cleaning changes nothing', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b',
        '>',
        '<script>',
        '</script>',
        '<svg>',
        '<math>',
        '<xmp>',
        '<title>',
        '<textarea>',
        '</textarea>',
        '<noscript>',
        '<!--',
        '-->',
        '<![CDATA[',
        '&lt;',
        '&#60;',
        '&amp;lt;',
        '<img src=x onerror=run()>',
        ' onclick="',
        '"',
        "'",
        '<br/>',
        '<hr>',
        '<li>',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
        (html) => {
          const once = normalised(html, field);
          expect(normalised(once, field)).toEqual(once);
          for (const [, name] of String(once ?? '').matchAll(/<([^>]*)>?/g))
            expect(FORMATTED_ELEMENTS).toContain(name!.replaceAll(/[/ ]/g, ''));
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each<[what: string, piece: string, kept: string]>([
    ['other names', '<b></b-x>', ''],
    ['text of an attribute', '<b title="</b>">', '"&gt;'],
  ])('keeps only the text of levels hidden by closing tags of %s', (_, piece, kept) => {
    expect(normalised(`x &amp; ${piece.repeat(4000)}y`, field)).toBe(`x &amp; ${kept.repeat(4000)}y`);
  });

  test('cleans no other kind of text', () => {
    for (const kind of ['text', 'longText', 'code'] as const)
      expect(normalised('<b onclick=x>t</b>', fieldOf('f', kind))).toBe('<b onclick=x>t</b>');
  });
});
