import { useState } from 'react';
import { Banner } from '../banner.tsx';
import { Button, buttonClass } from '../button.tsx';
import { Dialog, DialogContent, type DialogLook } from '../dialog.tsx';
import { ErrorSummary } from '../error-summary.tsx';
import { FieldError } from '../field.tsx';
import { Notice, type NoticeLook } from '../notice.tsx';
import { Toast } from '../toast.tsx';
import { useHydrated } from '../use-hydrated.ts';
import { Section, type SampleProps } from './section.tsx';

/** Folded away: opened with the page, the summary would take the focus and scroll everything to itself. */
export function ErrorStates({ text }: SampleProps) {
  const { errors } = text;
  return (
    <Section id="errors" text={text}>
      <FieldError>{errors.field}</FieldError>
      <details className="grid max-w-form gap-4">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-action">{errors.show}</summary>
        <ErrorSummary
          title={errors.title}
          items={[
            { controlId: 'sample-email', message: errors.email },
            { controlId: 'sample-name', message: errors.name },
          ]}
          attempt={undefined}
        >
          <p className="mt-3">{errors.kept}</p>
        </ErrorSummary>
      </details>
    </Section>
  );
}

/** Each toast has a box of its own here, which holds it in its place; the buttons show one where it belongs. */
export function Messages({ text, onToast }: SampleProps & { onToast: (look: NoticeLook) => void }) {
  const { messages } = text;
  const isHydrated = useHydrated();
  return (
    <Section id="messages" text={text}>
      <div className="grid max-w-form gap-4">
        <Notice>
          <p>{messages.success}</p>
          <p>{messages.more}</p>
        </Notice>
        <Notice look="problem">
          <p>{messages.problem}</p>
        </Notice>
      </div>
      <div className="grid max-w-form gap-4">
        <div>
          <Toast look="success" close={{ label: messages.close, href: '#messages' }}>
            <p>{messages.success}</p>
          </Toast>
        </div>
        <div>
          <Toast look="problem" close={{ label: messages.close, href: '#messages' }}>
            <p>{messages.problem}</p>
          </Toast>
        </div>
      </div>
      {isHydrated && (
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" type="button" onClick={() => onToast('success')}>
            {messages.showSuccess}
          </Button>
          <Button look="quiet" type="button" onClick={() => onToast('problem')}>
            {messages.showProblem}
          </Button>
        </div>
      )}
    </Section>
  );
}

export function Banners({ text }: SampleProps) {
  const { banners } = text;
  return (
    <Section id="banners" text={text}>
      <div className="-mx-4 grid gap-4">
        <Banner
          look="info"
          label={banners.infoLabel}
          actions={
            <>
              <Button look="main" type="button">
                {banners.accept}
              </Button>
              <Button look="quiet" type="button">
                {banners.refuse}
              </Button>
            </>
          }
        >
          <p>{banners.info}</p>
        </Banner>
        <Banner look="warning" label={banners.warningLabel}>
          <p>
            <strong>{banners.warningLead}</strong> {banners.warning}
          </p>
        </Banner>
        <Banner look="problem" label={banners.problemLabel}>
          <p>{banners.problem}</p>
        </Banner>
      </div>
    </Section>
  );
}

export function Dialogs({ text }: SampleProps) {
  const { dialogs } = text;
  const isHydrated = useHydrated();
  const [open, setOpen] = useState<DialogLook>();
  const close = () => setOpen(undefined);
  return (
    <Section id="dialogs" text={text}>
      {isHydrated && (
        <div className="flex flex-wrap gap-3">
          {dialogLooks.map((look) => (
            <Button key={look} look="quiet" type="button" onClick={() => setOpen(look)}>
              {dialogs[look].opens}
            </Button>
          ))}
        </div>
      )}
      {dialogLooks.map((look) => (
        <Dialog
          key={look}
          look={look}
          title={dialogs[look].title}
          isOpen={open === look}
          onClose={close}
          actions={
            <>
              <Button look="main" type="button" onClick={close}>
                {dialogs.ok}
              </Button>
              <a href="#dialogs" onClick={close} className={buttonClass('quiet')}>
                {dialogs.home}
              </a>
            </>
          }
        >
          <p>{dialogs[look].message}</p>
        </Dialog>
      ))}
      <dialog open className="dialog" aria-labelledby="sample-dialog-title" aria-describedby="sample-dialog-text">
        <DialogContent
          id="sample-dialog-"
          look="success"
          title={dialogs.success.title}
          actions={
            <a href="#dialogs" className={buttonClass('main')}>
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

const dialogLooks = ['success', 'error', 'question'] as const;
