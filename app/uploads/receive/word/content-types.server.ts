import { refuseActive, refuseUnchecked } from './document-problem.server.ts';
import { partName } from './relationships.server.ts';

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const chartTypes = new Set([
  'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
  'application/vnd.ms-office.chartex+xml',
]);

/**
 * Matches the content types of parts with programs or embedded documents, whatever their names (ECMA-376;
 * [MS-OFFMACRO2]; [MS-OWEXML]).
 */
const activeType =
  /macroenabled|vbaproject|vbadata|activex|oleobject|\.package$|webextension|attachedtoolbars|customui/;

/** Content types that Word never reads as XML of its own: pictures, sounds and fonts. */
const mediaType =
  /^(?:image|audio|video|font)\/|^application\/(?:x-font|vnd\.openxmlformats-officedocument\.obfuscatedfont$)/;

const xmlExtension = /\.(?:xml|rels|vml)$/;

/** The content types of the parts of a package (ECMA-376, part 2, section 6.2.3). */
export class ContentTypes {
  readonly #byExtension = new Map<string, string>();
  readonly #byPart = new Map<string, string>();

  /** Reads an element of `[Content_Types].xml`. @throws {RefusedDocument} if it contradicts another, or is active */
  add(local: string, { Extension = '', PartName = '', ContentType = '' }: Record<string, string>): void {
    if (local !== 'Default' && local !== 'Override') return;
    const [types, key] =
      local === 'Default' ? [this.#byExtension, Extension.trim().toLowerCase()] : [this.#byPart, partName(PartName)];
    const type = ContentType.trim().toLowerCase();
    if ((types.get(key) ?? type) !== type) refuseUnchecked();
    if (local === 'Override' && activeType.test(type)) refuseActive();
    types.set(key, type);
  }

  /** @param part as by {@link partName} */
  isMain(part: string): boolean {
    return this.#typeOf(part) === mainType;
  }

  isActive(part: string): boolean {
    return activeType.test(this.#typeOf(part));
  }

  isWorkbook(part: string): boolean {
    return this.#typeOf(part) === workbookType;
  }

  isChart(part: string): boolean {
    return chartTypes.has(this.#typeOf(part));
  }

  isXml(part: string): boolean {
    return /[+/]xml(?:;|$)/.test(this.#typeOf(part)) || xmlExtension.test(part);
  }

  isMedia(part: string): boolean {
    return mediaType.test(this.#typeOf(part)) && !xmlExtension.test(part);
  }

  #typeOf(part: string): string {
    return this.#byPart.get(part) ?? this.#byExtension.get(part.slice(part.lastIndexOf('.') + 1)) ?? '';
  }
}
