import { Icon } from '#app/ui/icon.tsx';

/**
 * Pauses and resumes an animation (WCAG 2.2.2). Hidden until `enhancement/auto-advance.ts` runs; `data-paused` on the
 * animated element selects its label.
 */
export function PauseButton({
  pause,
  play,
  isIconOnly = false,
  className,
}: {
  pause: string;
  play: string;
  /** The labels are for screen readers only. */
  isIconOnly?: boolean;
  className: string;
}) {
  return (
    // Without text, because text browsers ignore `hidden`. The script sets the label.
    <button type="button" data-pause={pause} data-play={play} hidden className={className} suppressHydrationWarning>
      <Icon name="pause" className="when-moving" />
      <Icon name="play" className="when-paused" />
      {!isIconOnly && <span data-words={pause} className="when-moving" />}
      {!isIconOnly && <span data-words={play} className="when-paused" />}
    </button>
  );
}
