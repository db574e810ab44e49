import { isCarrierCode } from './carrier-code.ts';

/** The room that every logo has, in CSS pixels, so that nothing moves when it comes. */
export const logoSize = { width: 72, height: 24 };

/**
 * An airline's logo, as decoration beside its name. It comes from our own host only, so that no third party learns
 * which flights a patient looks at; where there is none, our host answers with a tile that shows the code.
 * @param code what is no airline's code, such as the empty one of an unknown carrier, shows nothing
 */
export function CarrierLogo({ code, className = '' }: { code: string; className?: string }) {
  if (!isCarrierCode(code)) return null;
  return (
    <img
      // Above the address: some browsers begin to fetch as soon as they are given one.
      loading="lazy"
      decoding="async"
      src={`/carriers/${code}`}
      alt=""
      {...logoSize}
      // The size once more, since a picture's own proportions would win over its attributes.
      className={`h-6 w-[4.5rem] shrink-0 object-contain ${className}`}
    />
  );
}
