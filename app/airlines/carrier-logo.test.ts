import { parse } from 'node-html-parser';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CarrierLogo, logoSize } from '#app/airlines/carrier-logo.tsx';
import { renderCarrierTile } from './logos/carrier-tile.server.ts';

const render = (code: string) => renderToStaticMarkup(createElement(CarrierLogo, { code }));

test('a logo is decorative, comes from our own host, and has a reserved size', () => {
  const image = parse(render('QR')).querySelector('img');
  expect(image?.attributes).toMatchObject({
    src: '/carriers/QR',
    alt: '',
    width: String(logoSize.width),
    height: String(logoSize.height),
    loading: 'lazy',
    decoding: 'async',
  });
});

test.each(['', 'qr', '../QR', '"><script>'])('renders no image for %j', (code) => {
  expect(render(code)).toBe('');
});

test('a tile has the size of a logo, and shows the code without active content', () => {
  const { bytes, type } = renderCarrierTile('3O');
  expect(type).toBe('image/svg+xml');
  const tile = parse(bytes.toString());
  const svg = tile.querySelector('svg');
  expect(svg?.textContent).toBe('3O');
  expect([svg?.getAttribute('width'), svg?.getAttribute('height')].map(Number)).toEqual(Object.values(logoSize));
  expect(tile.querySelectorAll('*').map(({ rawTagName }) => rawTagName)).toEqual(['svg', 'rect', 'text']);
});
