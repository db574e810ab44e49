import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';

const variantStyles = {
  success: { icon: 'circle-check', iconClass: 'text-success' },
  error: { icon: 'circle-alert', iconClass: 'text-signal' },
} as const;

export type DialogVariant = keyof typeof variantStyles;

/**
 * A message in a modal dialog. With JavaScript it is the browser's native modal, which traps focus, closes on Escape
 * and restores focus. Without JavaScript, or without `showModal`, it is displayed in the page flow.
 *
 * The component is controlled: the parent holds `isOpen` and sets it to false in `onClose`. Without JavaScript the
 * visitor closes the dialog with one of the `actions`: a link, or a button in a `<form method="dialog">`.
 */
export function Dialog({
  variant,
  title,
  isOpen,
  onClose,
  actions,
  children,
}: {
  variant: DialogVariant;
  title: string;
  isOpen: boolean;
  /** Called when the visitor closes the dialog, with Escape or a form with the method `dialog`. */
  onClose?: () => void;
  /** Buttons and links; the first one receives focus. */
  actions: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // React must not update the attribute: a modal dialog that lost it without `close()` would still block the page.
  const [isInitiallyOpen] = useState(isOpen);

  useEffect(() => {
    if (!isOpen || !dialog.current) return undefined;
    return openDialog(dialog.current);
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      open={isInitiallyOpen}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={() => {
        // The event also fires after the parent has set `isOpen` to false.
        if (isOpen) onClose?.();
      }}
      className="dialog"
    >
      <DialogContent id={id} variant={variant} title={title} actions={actions}>
        {children}
      </DialogContent>
    </dialog>
  );
}

/** The content of a dialog, whose elements `${id}title` and `${id}text` label and describe the dialog. */
export function DialogContent({
  id,
  variant,
  title,
  actions,
  children,
}: {
  id: string;
  variant: DialogVariant;
  title: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { icon, iconClass } = variantStyles[variant];
  return (
    <>
      <div className="flex items-start gap-4">
        <Icon name={icon} className={`text-h1 ${iconClass}`} />
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
 * Opens a dialog as a modal, or in the page flow if the browser does not support modals.
 * @returns a function that closes the dialog and restores focus
 */
function openDialog(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  if (supportsModal(dialog)) {
    // A dialog that the server rendered open is not modal, and has to be closed before it can become modal.
    dialog.removeAttribute('open');
    dialog.dataset.modal = '';
    dialog.showModal();
  } else {
    dialog.setAttribute('open', '');
    dialog.tabIndex = -1;
    dialog.focus();
  }
  return () => {
    if (supportsModal(dialog)) dialog.close();
    else dialog.removeAttribute('open');
    delete dialog.dataset.modal;
    // Browsers restore focus only while the modal is still in the document.
    const isFocusLost = document.activeElement === document.body || dialog.contains(document.activeElement);
    if (isFocusLost && opener instanceof HTMLElement) opener.focus();
  };
}

/** Returns whether the browser supports modal dialogs; Safari before 15.4 and Firefox before 98 do not. */
function supportsModal(dialog: HTMLDialogElement): boolean {
  return 'showModal' in dialog;
}
