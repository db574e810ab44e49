import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { type MarkupError, summarizeErrors, visitEveryPage } from '../support/markup.ts';

/** One checker with a fixed configuration for all pages; by default, it would look for files with configuration. */
const checker = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    elements: ['html5'],
    // What the HTML standard requires, without rules of style.
    extends: ['html-validate:standard'],
    rules: {
      // The standard requires these too, but the preset leaves them out, for the sake of parts of pages.
      'missing-doctype': 'error',
      'no-missing-references': 'error',
      // An attribute that the type of an input does not have (HTML standard, section 4.10.5).
      'input-attributes': 'error',
      // An image without `alt` (HTML standard, section 4.8.4.4).
      'wcag/h37': 'error',
    },
  }),
);

/** Returns the errors in a page. */
function check(page: string, html: string): MarkupError[] {
  return checker
    .validateStringSync(html)
    .results.flatMap(({ messages }) => messages)
    .map(({ ruleId, message, line, column, selector }) => ({
      message: `${ruleId}: ${message}.`,
      page,
      place: selector ?? `line ${line}, column ${column}`,
    }));
}

// Takes minutes on a busy machine.
test(
  'every page is valid HTML, including pages with errors, completed forms, receipts and the desk',
  { timeout: 300_000 },
  async () => {
    const errors: MarkupError[] = [];
    let pageCount = 0;
    await visitEveryPage((name, html) => {
      pageCount += 1;
      errors.push(...check(name, html));
    });
    expect(summarizeErrors(errors)).toEqual([]);
    expect(pageCount).toBeGreaterThan(200);
  },
);

const pageWith = (body: string) =>
  `<!DOCTYPE html><html lang="en"><head><title>x</title></head><body>${body}</body></html>`;

test('the checker accepts valid HTML', () => {
  expect(
    check('valid', pageWith('<h1 id="a">x</h1><p>a &amp; b<br/><input name="a" aria-describedby="a"></p>')),
  ).toEqual([]);
});

test.each([
  ['an ID that occurs twice', '<p id="a">x</p><p id="a">y</p>', 'no-dup-id'],
  ['a block in a paragraph', '<p><div>x</div></p>', 'close-order'],
  ['a block in a phrase', '<span><div>x</div></span>', 'element-permitted-content'],
  ['an element that is not closed', '<div><p>x</p>', 'close-order'],
  ['a form in a form', '<form><div><form></form></div></form>', 'element-permitted-content'],
  ['a button in a link', '<a href="/"><button type="button">x</button></a>', 'element-permitted-content'],
  ['a paragraph in a list', '<ul><p>x</p></ul>', 'element-permitted-content'],
  ['an attribute that occurs twice', '<p id="a" id="b">x</p>', 'no-dup-attr'],
  ['an attribute with an unknown value', '<input type="phone">', 'attribute-allowed-values'],
  ['a label of no field', '<label for="b">x</label>', 'no-missing-references'],
  ['a description that is missing', '<input aria-describedby="b">', 'no-missing-references'],
  ['a pattern for a number', '<input type="number" pattern="1">', 'input-attributes'],
  ['an image without a text', '<img src="/a.png">', 'wcag/h37'],
  ['an unencoded character', '<p>a < b</p>', 'no-raw-characters'],
])('the checker reports %s', (_, body, rule) => {
  expect(summarizeErrors(check('invalid', pageWith(body)))).toContainEqual(expect.stringMatching(`^${rule}: `));
});

test('the checker reports a page without a doctype or a title', () => {
  const errors = summarizeErrors(check('invalid', '<html lang="en"><head></head><body></body></html>'));
  expect(errors).toEqual([
    expect.stringMatching(/^missing-doctype: /),
    expect.stringMatching(/^element-required-content: .*<title>/),
  ]);
});
