import type { ReactNode } from 'react';
import { enquiryKinds } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { Desk } from '../access.server.ts';
import type { ListedRequest } from '../requests/request-index.server.ts';
import { fill } from '../texts/desk-texts.ts';
import { VerificationField } from './code-field.tsx';
import { formatDeskTime } from './desk-time.ts';
import { FormToken } from './form-token.tsx';
import { InputField } from './input-field.tsx';
import { RequesterName } from './requester-name.tsx';

/** What was found, and the outcome of a form. */
export interface PersonPageProps {
  desk: Desk;
  found?: { query: string; requests: readonly ListedRequest[]; count: number };
  /** The references that are ticked; all if omitted. */
  chosen?: readonly string[];
  problem?: string;
  codeProblem?: string;
}

/** The page on which a lead finds what is stored about one person, to export or erase it. */
export function PersonPage({ desk, found, chosen, problem, codeProblem }: PersonPageProps) {
  const t = desk.texts.person;
  return (
    <>
      {problem && <Problem>{problem}</Problem>}
      <p className="max-w-form">{t.intro}</p>
      {/* A POST form, because names and phone numbers must not be in URLs. */}
      <form method="post" className="grid max-w-form gap-4">
        <FormToken value={desk.formToken} />
        <InputField
          id="q"
          label={t.search}
          type="search"
          maxLength={100}
          dir="auto"
          autoComplete="off"
          defaultValue={found?.query}
        />
        <Button variant="primary" type="submit" name="intent" value="find" className="justify-self-start">
          {t.find}
        </Button>
      </form>
      {found && found.requests.length === 0 && <p role="status">{fill(t.none, { query: found.query })}</p>}
      {found && found.requests.length > 0 && (
        <form method="post" className="grid gap-4">
          <FormToken value={desk.formToken} />
          <input type="hidden" name="q" value={found.query} />
          <p role="status">{fill(t.found, { count: found.count })}</p>
          {found.count > found.requests.length && <p>{fill(t.many, { count: found.requests.length })}</p>}
          <fieldset className="grid gap-2">
            <legend className="pb-2 font-semibold">{t.choose}</legend>
            {found.requests.map((request) => (
              <FoundRequest
                key={request.reference}
                desk={desk}
                request={request}
                isChosen={chosen?.includes(request.reference) ?? true}
              />
            ))}
          </fieldset>
          <p className="max-w-form text-small text-ink-muted">{t.handOutHint}</p>
          <VerificationField texts={desk.texts} isVerified={desk.isVerified} error={codeProblem} />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" type="submit" name="intent" value="hand-out">
              {t.handOut}
            </Button>
            <Button variant="secondary" type="submit" name="intent" value="ask" formNoValidate>
              {t.erase}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

function FoundRequest({ desk, request, isChosen }: { desk: Desk; request: ListedRequest; isChosen: boolean }) {
  const { person: t } = desk.texts;
  const { reference, kind, receivedAt, restrictedAt, content } = request;
  return (
    <label className="flex items-start gap-3 rounded-card bg-surface-raised p-4 shadow-raised">
      <input type="checkbox" name="reference" value={reference} defaultChecked={isChosen} className="mt-1.5" />
      <span className="grid min-w-0 gap-1">
        <span className="font-semibold">{content && <RequesterName {...content} />}</span>
        <span className="flex flex-wrap gap-x-4 text-small text-ink-muted">
          <bdi dir="ltr">{content?.phone}</bdi>
          <bdi dir="ltr" className="break-all">
            {content?.email}
          </bdi>
        </span>
        <span className="flex flex-wrap gap-x-4 text-small text-ink-muted">
          <bdi dir="ltr">{formatReference(reference)}</bdi>
          <span>{enquiryKinds[kind].label[desk.language]}</span>
          <span>{formatDeskTime(receivedAt, desk.language)}</span>
        </span>
        {restrictedAt !== null && <span className="text-small text-warning">{t.restricted}</span>}
      </span>
    </label>
  );
}

/** Asks for confirmation before requests are erased. */
export function ErasureQuestion({
  desk,
  requests,
  codeProblem,
}: {
  desk: Desk;
  requests: readonly { reference: string; name?: string | undefined; phone: string }[];
  codeProblem?: string;
}) {
  const t = desk.texts.person;
  return (
    <form method="post" className="grid max-w-form gap-4">
      <FormToken value={desk.formToken} />
      <ul className="grid gap-2 rounded-card bg-surface-raised p-4">
        {requests.map(({ reference, name, phone }) => (
          <li key={reference}>
            <input type="hidden" name="reference" value={reference} />
            <bdi dir="ltr">{formatReference(reference)}</bdi> · <RequesterName name={name} phone={phone} />
          </li>
        ))}
      </ul>
      <p>{t.eraseText}</p>
      <VerificationField texts={desk.texts} isVerified={desk.isVerified} error={codeProblem} />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" type="submit" name="intent" value="erase">
          {t.eraseNow}
        </Button>
        <a href="/desk/person" className="disclosure">
          {t.back}
        </a>
      </div>
    </form>
  );
}

/**
 * Says what was erased, and whether the erasure survives a restore; lists copies outside this website, to be printed and
 * ticked off.
 */
export function ErasedPerson({
  desk,
  references,
  outside,
  now,
  isRecorded,
}: {
  desk: Desk;
  references: readonly string[];
  outside: readonly string[];
  now: number;
  /** Whether the erasures file contains the erasure. */
  isRecorded: boolean;
}) {
  const t = desk.texts.person;
  return (
    <article className="grid max-w-form gap-4">
      {!isRecorded && <Problem>{t.unrecorded}</Problem>}
      <p>{t.erasedText}</p>
      <p>{fill(t.erasedOn, { date: formatDeskTime(now, desk.language), name: desk.person.name })}</p>
      <ul className="flex flex-wrap gap-x-5">
        {references.map((reference) => (
          <li key={reference}>
            <bdi dir="ltr" className="font-semibold">
              {formatReference(reference)}
            </bdi>
          </li>
        ))}
      </ul>
      <h2 className="text-h3">{t.outside.title}</h2>
      <ul className="grid gap-3">
        {outside.map((place) => (
          <li key={place} className="flex items-start gap-3">
            <span aria-hidden="true">☐</span>
            <span>{place}</span>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <Notice variant="problem">
      <p>{children}</p>
    </Notice>
  );
}
