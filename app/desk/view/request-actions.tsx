import type { ReactNode } from 'react';
import { callOutcomes, closingReasons } from '#app/enquiries/progress/progress.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { Field } from '#app/ui/controls/field.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import type { Desk } from '../access.server.ts';
import { ownerAmong, type Person } from '../people/person.ts';
import { lastUndoable } from '../requests/change-request.server.ts';
import type { DeskRequestRecord } from '../requests/read-request.server.ts';
import { maxNoteLength, settableStates } from '../requests/request-change.ts';
import { fill } from '../texts/desk-texts.ts';
import { FormToken } from './form-token.tsx';
import type { RequestOutcome } from './request-outcome.ts';
import type { RequestPageProps } from './request-page-props.ts';

/** What can be done with a request. Each form contains the version of the request that the person has seen. */
export function RequestActions({ desk, record, people, outcome: { entered }, closedDays }: RequestPageProps) {
  const t = desk.texts.request;
  const form = formPropsOf({ desk, record, opened: entered?.intent });
  const isUntaken = record.takenAt === undefined || ownerAmong(people, record.owner) === undefined;
  const undoable = lastUndoable(record.history.filter(({ undoneAt }) => undoneAt === undefined));
  return (
    <section aria-labelledby="next" className="grid gap-3">
      <h2 id="next" className="text-h3">
        {t.next}
      </h2>
      {(isUntaken || record.state === 'closed') && (
        <PlainForm {...form}>
          <Button variant="primary" type="submit" name="intent" value="take">
            {t.take}
          </Button>
        </PlainForm>
      )}
      <div className="rounded-card bg-surface-raised px-4 shadow-raised">
        <CallForm {...form} entered={entered?.intent === 'call' ? entered : undefined} />
        <CollapsibleForm {...form} intent="note" title={t.note}>
          <TextAreaField
            id="note-text"
            label={t.noteText}
            hint={t.noteHint}
            value={textFor('note', entered)}
            required
          />
        </CollapsibleForm>
        <CollapsibleForm {...form} intent="assign" title={t.assign}>
          <PersonField
            desk={desk}
            people={people}
            owner={entered?.intent === 'assign' ? (entered.person ?? null) : record.owner}
          />
        </CollapsibleForm>
        {record.state !== 'closed' && <StateForm {...form} record={record} />}
        {record.state !== 'closed' && (
          <CollapsibleForm {...form} intent="close" title={t.close}>
            <p className="text-small">{fill(t.closeHint, { days: closedDays })}</p>
            <Field id="reason" label={t.reasonLabel}>
              <Select id="reason" name="reason" required defaultValue={entered?.reason ?? ''}>
                <option value="" disabled>
                  {t.choose}
                </option>
                {closingReasons.map((reason) => (
                  <option key={reason} value={reason}>
                    {t.reason[reason]}
                  </option>
                ))}
              </Select>
            </Field>
            <TextAreaField id="close-text" label={t.comment} value={textFor('close', entered)} />
          </CollapsibleForm>
        )}
        {desk.person.role === 'lead' && <RestrictionForm {...form} record={record} entered={entered} />}
      </div>
      {undoable && (
        <PlainForm {...form}>
          <Button variant="secondary" type="submit" name="intent" value="undo">
            {fill(t.undo, { what: t.event[undoable.kind] })}
          </Button>
        </PlainForm>
      )}
    </section>
  );
}

/** Returns the props that all forms of a request share. */
export function formPropsOf({
  desk,
  record,
  opened,
}: Pick<RequestPageProps, 'desk' | 'record'> & Pick<FormProps, 'opened'>) {
  return { desk, version: record.version, opened, action: `/desk/requests/${record.enquiry.reference}` };
}

export interface FormProps {
  desk: Desk;
  /** The path to post to. */
  action: string;
  /** See `Change.seenVersion`. */
  version: number;
  /** The intent of the form that was rejected, which is shown expanded. */
  opened: string | undefined;
}

/** Returns the text that was typed in a rejected form. */
export const textFor = (intent: string, entered: RequestOutcome['entered']) =>
  entered?.intent === intent ? entered.text : undefined;

export function PlainForm({
  desk,
  version,
  action,
  hasFiles = false,
  children,
}: FormProps & { hasFiles?: boolean; children: ReactNode }) {
  return (
    <form method="post" action={action} encType={hasFiles ? 'multipart/form-data' : undefined}>
      <FormToken value={desk.formToken} />
      <input type="hidden" name="version" value={version} />
      {children}
    </form>
  );
}

/** A form collapsed under its title, so that all actions fit on a phone's screen. */
export function CollapsibleForm({
  intent,
  title,
  submit,
  hasFiles,
  children,
  ...form
}: FormProps & { intent: string; title: string; submit?: string; hasFiles?: boolean; children: ReactNode }) {
  return (
    <details open={form.opened === intent} className="border-line [&+&]:border-t">
      <summary className="disclosure">{title}</summary>
      <PlainForm {...form} hasFiles={hasFiles}>
        <div className="grid max-w-form gap-4 pb-4">
          {children}
          <Button variant="primary" type="submit" name="intent" value={intent} className="justify-self-start">
            {submit ?? form.desk.texts.request.save}
          </Button>
        </div>
      </PlainForm>
    </details>
  );
}

function CallForm({ entered, ...form }: FormProps & { entered: RequestOutcome['entered'] }) {
  const t = form.desk.texts.request;
  return (
    <CollapsibleForm {...form} intent="call" title={t.called}>
      <fieldset>
        <legend className="font-semibold">{t.outcomeLabel}</legend>
        <div className="flex flex-wrap gap-x-6">
          {callOutcomes.map((outcome) => (
            <label key={outcome} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="outcome"
                value={outcome}
                required
                defaultChecked={entered?.outcome === outcome}
              />
              {t.outcome[outcome]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field id="again" label={t.again} hint={t.againHint}>
        <input
          id="again"
          name="again"
          type="datetime-local"
          defaultValue={entered?.again}
          dir="ltr"
          aria-describedby="again-hint"
          className="control"
        />
      </Field>
      <TextAreaField id="call-text" label={t.comment} value={entered?.text} />
    </CollapsibleForm>
  );
}

/** Lets a lead restrict the processing of a request, or lift the restriction. */
function RestrictionForm({
  record,
  entered,
  ...form
}: FormProps & { record: DeskRequestRecord; entered: RequestOutcome['entered'] }) {
  const t = form.desk.texts.request;
  const [intent, title, hint] =
    record.restrictedAt === null
      ? (['restrict', t.restrict.title, t.restrict.hint] as const)
      : (['lift', t.restrict.lift, t.restrict.liftHint] as const);
  return (
    <CollapsibleForm {...form} intent={intent} title={title}>
      <p className="text-small">{hint}</p>
      <TextAreaField id="restrict-text" label={t.comment} value={textFor(intent, entered)} />
    </CollapsibleForm>
  );
}

function StateForm({ record, ...form }: FormProps & { record: DeskRequestRecord }) {
  const t = form.desk.texts.request;
  return (
    <CollapsibleForm {...form} intent="state" title={t.stateTitle}>
      <fieldset>
        <legend className="font-semibold">{t.stateLabel}</legend>
        {settableStates.map((state) => (
          <label key={state} className="flex min-h-11 items-center gap-2">
            <input type="radio" name="state" value={state} required defaultChecked={record.state === state} />
            {t.state[state]}
          </label>
        ))}
      </fieldset>
    </CollapsibleForm>
  );
}

function PersonField({ desk, people, owner }: { desk: Desk; people: readonly Person[]; owner: string | null }) {
  const t = desk.texts.request;
  return (
    <Field id="person" label={t.assignTo}>
      <Select id="person" name="person" defaultValue={owner ?? ''}>
        <option value="">{t.nobody}</option>
        {people
          .filter(({ disabledAt }) => disabledAt === undefined)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </Select>
    </Field>
  );
}

export function TextAreaField({
  id,
  label,
  hint,
  value,
  required = false,
}: {
  id: string;
  label: string;
  hint?: string;
  value: string | undefined;
  required?: boolean;
}) {
  return (
    <Field id={id} label={label} hint={hint}>
      <textarea
        id={id}
        name="text"
        rows={3}
        dir="auto"
        required={required}
        maxLength={maxNoteLength}
        defaultValue={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="control"
      />
    </Field>
  );
}
