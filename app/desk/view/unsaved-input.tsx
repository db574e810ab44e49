import { Notice } from '#app/ui/messages/notice.tsx';
import type { DeskTexts } from '../texts/desk-texts.ts';

/** What somebody has typed, and the names of the files that they have chosen. */
export interface UnsavedInput {
  typed: readonly string[];
  fileNames: readonly string[];
}

/** Tells somebody why a form was not saved, and shows what they had typed. */
export function UnsavedInputPage({
  texts: { unsaved: t },
  reason,
  unsaved,
  next,
}: {
  texts: DeskTexts;
  reason: readonly string[];
  unsaved: UnsavedInput | undefined;
  /** Where to go on. */
  next: { href: string; label: string };
}) {
  return (
    <div className="grid max-w-form gap-6">
      <Notice variant="problem">
        {reason.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      {unsaved?.typed.map((text, index) => (
        <textarea
          key={index}
          readOnly
          rows={Math.min(8, 2 + Math.floor(text.length / 60))}
          dir="auto"
          aria-label={t.text}
          defaultValue={text}
          className="control"
        />
      ))}
      {unsaved && unsaved.fileNames.length > 0 && (
        <div>
          <p>{t.files}</p>
          <ul className="list-disc ps-5">
            {unsaved.fileNames.map((name, index) => (
              <li key={index} className="break-words">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <a href={next.href} className="button button-primary justify-self-start">
        {next.label}
      </a>
    </div>
  );
}
