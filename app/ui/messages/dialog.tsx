import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';

const looks = {
  success: { icon: 'circle-check', mark: 'text-success' },
  error: { icon: 'circle-alert', mark: 'text-signal' },
} as const;

export type DialogLook = keyof typeof looks;

/**
 * A modal message. With scripts the browser's native modal: it traps the focus, closes on Escape and restores the
 * focus. Without scripts, or without `showModal`, it is displayed in the page flow.
 *
 * Controlled: the parent holds `isOpen` and sets it to false in `onClose`. Without scripts it is closed by one of the
 * `actions`: a link, or a button in a `<form method="dialog">`.
 */
export function Dialog({
  look,
  title,
  isOpen,
  onClose,
  actions,
  children,
}: {
  look: DialogLook;
  title: string;
  isOpen: boolean;
  /** Called when the visitor closes it: by Escape, or a form with method `dialog`. */
  onClose?: () => void;
  /** Buttons and links; the first one is focused. */
  actions: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // React must not update the attribute: without `close()`, a modal dialog would still block the page.
  const [isOpenInDocument] = useState(isOpen);

  useEffect(() => {
    if (!isOpen || !dialog.current) return undefined;
    return show(dialog.current);
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      open={isOpenInDocument}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={() => {
        // Also fires after `isOpen` became false.
        if (isOpen) onClose?.();
      }}
      className="dialog"
    >
      <DialogContent id={id} look={look} title={title} actions={actions}>
        {children}
      </DialogContent>
    </dialog>
  );
}

/** The dialog's content: `${id}title` and `${id}text` label and describe the dialog. */
export function DialogContent({
  id,
  look,
  title,
  actions,
  children,
}: {
  id: string;
  look: DialogLook;
  title: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { icon, mark } = looks[look];
  return (
    <>
      <div className="flex items-start gap-4">
        <Icon name={icon} className={`text-h1 ${mark}`} />
        <div className="grid grow gap-2">
          <h2 id={`${id}title`} className="text-h3">
            {title}
          </h2>
          <div id={`${id}text`} className="grid gap-2">
            {children}
          </div>
        </div>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
    </>
  );
}

/**
 * Opens the dialog as a modal, or in the page flow if the browser has none.
 * @returns a function that closes it and restores the focus
 */
function show(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  if (isModalCapable(dialog)) {
    // The server-rendered open dialog is not modal, and an open dialog cannot become so.
    dialog.removeAttribute('open');
    dialog.dataset.modal = '';
    dialog.showModal();
  } else {
    dialog.setAttribute('open', '');
    dialog.tabIndex = -1;
    dialog.focus();
  }
  return () => {
    if (isModalCapable(dialog)) dialog.close();
    else dialog.removeAttribute('open');
    delete dialog.dataset.modal;
    // Browsers restore the focus only while the modal is still in the document.
    const isLost = document.activeElement === document.body || dialog.contains(document.activeElement);
    if (isLost && opener instanceof HTMLElement) opener.focus();
  };
}

/** Safari before 15.4 and Firefox before 98 only know the element's name. */
function isModalCapable(dialog: HTMLDialogElement): boolean {
  return 'showModal' in dialog;
}
