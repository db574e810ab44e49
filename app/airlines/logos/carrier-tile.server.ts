import { logoSize } from '../carrier-logo.tsx';
import type { LogoImage } from './carrier-logos.server.ts';

/**
 * Returns the placeholder for a missing logo: the airline's code on a tile of the same size, as an SVG without active
 * content. Web fonts are not available inside an image. The colours are those of `app/ui/styles/tokens.css`.
 * @param code a validated airline code, since it is inserted unescaped
 */
export function renderCarrierTile(code: string): LogoImage {
  const { width, height } = logoSize;
  const bytes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `<rect width="${width}" height="${height}" rx="4" fill="#e3f0ef"/>` +
      `<text x="${width / 2}" y="17" text-anchor="middle" font-family="system-ui, sans-serif" font-size="14" ` +
      `font-weight="600" fill="#084c50">${code}</text></svg>`,
  );
  return { bytes, type: 'image/svg+xml' };
}
