import { useState } from 'react';
import { Button, buttonClass } from '#app/ui/controls/button.tsx';
import { FieldError } from '#app/ui/controls/field.tsx';
import { Dialog, DialogContent, type DialogVariant } from '#app/ui/messages/dialog.tsx';
import { ErrorSummary } from '#app/ui/messages/error-summary.tsx';
import { Notice } from '#app/ui/messages/notice.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { type SampleProps, Section } from './section.tsx';

/** The error summary is collapsed, because it would otherwise take focus and scroll the page. */
export function ErrorStates({ text }: SampleProps) {
  const { errors } = text;
  return (
    <Section id="errors" text={text}>
      <FieldError>{errors.field}</FieldError>
      <details className="grid max-w-form gap-4">
        <summary className="disclosure">{errors.show}</summary>
        <ErrorSummary
          title={errors.title}
          items={[
            { controlId: 'sample-email', message: errors.email },
            { controlId: 'sample-name', message: errors.name },
          ]}
          attempt={undefined}
        >
          <p className="mt-3">{errors.inputKept}</p>
        </ErrorSummary>
      </details>
    </Section>
  );
}

export function Messages({ text }: SampleProps) {
  const { messages } = text;
  return (
    <Section id="messages" text={text}>
      <div className="grid max-w-form gap-4">
        <Notice>
          <p>{messages.success}</p>
          <p>{messages.more}</p>
        </Notice>
        <Notice variant="problem">
          <p>{messages.problem}</p>
        </Notice>
      </div>
    </Section>
  );
}

export function Dialogs({ text }: SampleProps) {
  const { dialogs } = text;
  const isHydrated = useHydrated();
  const [openVariant, setOpenVariant] = useState<DialogVariant>();
  const close = () => setOpenVariant(undefined);
  return (
    <Section id="dialogs" text={text}>
      {isHydrated && (
        <div className="flex flex-wrap gap-3">
          {dialogVariants.map((variant) => (
            <Button key={variant} variant="secondary" type="button" onClick={() => setOpenVariant(variant)}>
              {dialogs[variant].openLabel}
            </Button>
          ))}
        </div>
      )}
      {dialogVariants.map((variant) => (
        <Dialog
          key={variant}
          variant={variant}
          title={dialogs[variant].title}
          isOpen={openVariant === variant}
          onClose={close}
          actions={
            <>
              <Button variant="primary" type="button" onClick={close}>
                {dialogs.ok}
              </Button>
              <a href="#dialogs" onClick={close} className={buttonClass('secondary')}>
                {dialogs.home}
              </a>
            </>
          }
        >
          <p>{dialogs[variant].message}</p>
        </Dialog>
      ))}
      <dialog open className="dialog" aria-labelledby="sample-dialog-title" aria-describedby="sample-dialog-text">
        <DialogContent
          id="sample-dialog-"
          variant="success"
          title={dialogs.success.title}
          actions={
            <a href="#dialogs" className={buttonClass('primary')}>
              {dialogs.ok}
            </a>
          }
        >
          <p>{dialogs.inFlow}</p>
        </DialogContent>
      </dialog>
    </Section>
  );
}

const dialogVariants = ['success', 'error'] as const;
