import { Notice } from '#app/ui/messages/notice.tsx';
import type { DeskTexts } from '../texts/desk-texts.ts';
import type { RequestOutcome } from './request-outcome.ts';

/** Shows the outcome of a form submission. */
export function OutcomeNotice({
  texts,
  outcome: { changed, problem },
}: {
  texts: DeskTexts;
  outcome: Pick<RequestOutcome, 'changed' | 'problem'>;
}) {
  if (problem !== undefined) {
    return (
      <Notice variant="problem">
        <p>{problem}</p>
      </Notice>
    );
  }
  return changed ? (
    <Notice>
      <p>{texts.request.changed}</p>
    </Notice>
  ) : null;
}
