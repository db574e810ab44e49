import { forgetWhatIsOver } from '#app/ui/kept-for-a-day.ts';

/** Any visit clears what forms and uploads have kept in this browser for longer than a day. */
export function forgetOldEntries(): void {
  forgetWhatIsOver(() => localStorage, Date.now());
}
