/** The site's motif, a dotted arc between two points. It is decorative, and mirrored on right-to-left pages. */
export function FlightArc({ className = '' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 64"
      width="240"
      height="64"
      fill="none"
      className={`max-w-full text-arc mirrors ${className}`}
    >
      <path
        d="M8 56C60 -8 180 -8 232 56"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="2 6"
        strokeLinecap="round"
      />
      <circle cx="8" cy="56" r="5" fill="currentColor" />
      <circle cx="232" cy="56" r="4" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  );
}
