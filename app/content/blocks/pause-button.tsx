import { Icon } from '#app/ui/icon.tsx';

/**
 * A button that pauses and resumes an animation (WCAG 2.2.2). It is hidden until `enhancement/page/auto-advance.ts`
 * runs; `data-paused` on the animated element selects the icon and the label.
 */
export function PauseButton({
  pauseLabel,
  playLabel,
  isIconOnly = false,
  className,
}: {
  pauseLabel: string;
  playLabel: string;
  /** Hides the labels visually; screen readers still read them. */
  isIconOnly?: boolean;
  className: string;
}) {
  return (
    // Has no text content, because text browsers ignore `hidden`. The script sets the accessible name.
    <button
      type="button"
      data-pause={pauseLabel}
      data-play={playLabel}
      hidden
      className={className}
      suppressHydrationWarning
    >
      <Icon name="pause" className="when-moving" />
      <Icon name="play" className="when-paused" />
      {!isIconOnly && <span data-words={pauseLabel} className="when-moving" />}
      {!isIconOnly && <span data-words={playLabel} className="when-paused" />}
    </button>
  );
}
