import { logoSize } from './carrier-logo.tsx';
import type { Picture } from './carrier-logos.server.ts';

/**
 * What stands where an airline's logo is missing: its code on a tile of the logo's size, as an SVG without anything
 * active. A browser shows no web font in such a picture; colours as in `app/ui/tokens.css`.
 * @param code an airline's code, checked: it goes into the markup as it is
 */
export function carrierTile(code: string): Picture {
  const { width, height } = logoSize;
  const bytes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `<rect width="${width}" height="${height}" rx="4" fill="#e3f0ef"/>` +
      `<text x="${width / 2}" y="17" text-anchor="middle" font-family="system-ui, sans-serif" font-size="14" ` +
      `font-weight="600" fill="#084c50">${code}</text></svg>`,
  );
  return { bytes, type: 'image/svg+xml' };
}
