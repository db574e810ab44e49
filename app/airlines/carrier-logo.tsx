import { isCarrierCode } from './carrier-code.ts';

/** The size reserved for every logo (CSS pixels), to avoid layout shifts. */
export const logoSize = { width: 72, height: 24 };

/**
 * An airline's logo, as decoration next to its name. Only our own host serves logos, so no third party learns which
 * flights a patient looks at. If there is no logo, the host responds with a tile showing the code.
 * @param code an airline code; for anything else, such as the empty code of an unknown carrier, nothing is rendered
 */
export function CarrierLogo({ code }: { code: string }) {
  if (!isCarrierCode(code)) return null;
  return (
    <img
      // Before `src`, because some browsers start fetching as soon as it is set.
      loading="lazy"
      decoding="async"
      src={`/carriers/${code}`}
      alt=""
      {...logoSize}
      // The size is also set by CSS, because the image's own aspect ratio would override the attributes.
      className="carrier-logo"
    />
  );
}
