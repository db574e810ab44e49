import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RenderedOnce, RenderedPartsOnServer } from './rendered-once.tsx';
import { encodeMarkup, renderedParts } from './rendered-parts.server.ts';

let renderings = 0;
function Counted({ text }: { text: string }) {
  renderings += 1;
  return createElement('p', { title: '">' }, text);
}

const page = (...texts: string[]) =>
  createElement(
    'main',
    null,
    texts.map((text) =>
      createElement(RenderedOnce, {
        key: text,
        id: `part ${text.replace(/\W+/g, ' ')}`,
        children: createElement(Counted, { text }),
      }),
    ),
    ' end',
  );

const onServer = (...texts: string[]) =>
  encodeMarkup(
    renderToString(createElement(RenderedPartsOnServer.Provider, { value: renderedParts }, page(...texts))),
  ).toString();

test('a part is rendered once, and the page is the same each time', () => {
  const expected = renderToString(page('one', 'two & <b>'));
  renderings = 0;
  expect(onServer('one', 'two & <b>')).toBe(expected);
  expect(renderings).toBe(2);
  expect(onServer('one', 'two & <b>')).toBe(expected);
  expect(onServer('two & <b>', 'one')).toBe(renderToString(page('two & <b>', 'one')));
  // Only the comparison rendered them again.
  expect(renderings).toBe(4);
});

test('a page may have new parts along with known ones', () => {
  onServer('known');
  expect(onServer('new', 'known')).toBe(renderToString(page('new', 'known')));
});

test('a page without parts is unchanged', () => {
  expect(encodeMarkup('<p>text</p>').toString()).toBe('<p>text</p>');
});
