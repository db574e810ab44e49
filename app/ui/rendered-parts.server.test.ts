import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RenderedOnce, RenderedPartsOnServer } from './rendered-once.tsx';
import { encodeMarkup, renderedPart } from './rendered-parts.server.ts';

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
        id: `part ${text}`,
        children: createElement(Counted, { text }),
      }),
    ),
    ' end',
  );

const onServer = (...texts: string[]) =>
  encodeMarkup(
    renderToString(createElement(RenderedPartsOnServer.Provider, { value: renderedPart }, page(...texts))),
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

test('a part may have any key', () => {
  const expected = renderToString(page('a "key" > & \u2019'));
  expect(onServer('a "key" > & \u2019')).toBe(expected);
  renderings = 0;
  expect(onServer('a "key" > & \u2019')).toBe(expected);
  expect(renderings).toBe(0);
});

test('parts that pages use again are kept, and the others are forgotten', () => {
  const large = 'x'.repeat(100_000);
  onServer('kept', 'forgotten');
  for (let index = 0; index < 60; index += 1) onServer('kept', `${large}${index}`);
  renderings = 0;
  onServer('kept');
  expect(renderings).toBe(0);
  onServer('forgotten');
  expect(renderings).toBe(1);
});

test('a page that could not be rendered leaves nothing behind', () => {
  const Broken = () => {
    throw new Error('broken');
  };
  const broken = createElement('main', null, page('half rendered'), createElement(Broken));
  expect(() => renderToString(createElement(RenderedPartsOnServer.Provider, { value: renderedPart }, broken))).toThrow(
    'broken',
  );
  expect(onServer('half rendered')).toBe(renderToString(page('half rendered')));
});
