/** The size of all illustrations (CSS pixels). */
const pictureSize = { width: 480, height: 320 };

/**
 * One of the site's illustrations, by its URL, so that code in the browser does not need the URLs of all illustrations.
 * @param alt what the picture shows; empty if the adjacent text says the same
 * @param isAboveFold whether the picture is in the initial viewport; it then loads eagerly instead of lazily
 */
export function Picture({
  url,
  alt,
  isAboveFold = false,
  className = '',
}: {
  url: string;
  alt: string;
  isAboveFold?: boolean;
  className?: string;
}) {
  return (
    <img
      src={url}
      alt={alt}
      {...pictureSize}
      // React 18 knows this attribute only in lower case.
      {...(isAboveFold ? { fetchpriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
      className={`illustration ${className}`}
    />
  );
}
