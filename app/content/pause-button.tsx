import { Icon } from '#app/ui/icon.tsx';

/**
 * Stops what moves by itself and lets it go on (WCAG 2.2.2). There is nothing to stop until `enhancement/auto-advance.ts`
 * runs and shows it; `data-paused` on the moving part decides which words hold.
 */
export function PauseButton({
  pause,
  play,
  isIconOnly = false,
  className,
}: {
  pause: string;
  play: string;
  /** The words are for screen readers alone. */
  isIconOnly?: boolean;
  className: string;
}) {
  const words = isIconOnly ? 'hidden-visually' : '';
  return (
    <button type="button" data-pause hidden className={className}>
      <Icon name="pause" className="when-moving" />
      <Icon name="play" className="when-paused" />
      <span className={`when-moving ${words}`}>{pause}</span>
      <span className={`when-paused ${words}`}>{play}</span>
    </button>
  );
}
