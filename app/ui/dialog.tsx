import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

const looks = {
  success: { icon: 'circle-check', mark: 'text-success' },
  error: { icon: 'circle-alert', mark: 'text-signal' },
  question: { icon: 'circle-question-mark', mark: 'text-action' },
} as const;

export type DialogLook = keyof typeof looks;

/**
 * A message or question that comes before everything else on the page. With a script the browser's own modal:
 * it holds the focus, closes on Escape and gives the focus back. Without one, and in browsers that have no
 * `showModal`, it stands open in the flow of the page.
 *
 * Whoever renders it holds `isOpen` and sets it to false in `onClose`. What closes it without a script is one
 * of the `actions`: a link, or a button in a `<form method="dialog">`.
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
  /** The visitor closed it: by Escape, or by a form of method `dialog`. */
  onClose?: () => void;
  /** Buttons and links; the first one gets the focus. */
  actions: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // React must not touch the attribute later: without `close()`, a modal without it still blocks the page.
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
        // Also heard when `isOpen` became false.
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

/** What stands in the box: `${id}title` and `${id}text` name and describe the dialog around it. */
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
 * Opens the dialog as a modal, or in the flow where the browser has none.
 * @returns closes it and gives the focus back
 */
function show(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  if (isModalCapable(dialog)) {
    // The server's open dialog is not modal, and an open one cannot become so.
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
    // Browsers give it back only from a modal that is still in the page.
    const isLost = document.activeElement === document.body || dialog.contains(document.activeElement);
    if (isLost && opener instanceof HTMLElement) opener.focus();
  };
}

/** Safari before 15.4 and Firefox before 98 know the element by name only. */
function isModalCapable(dialog: HTMLDialogElement): boolean {
  return typeof (dialog as Partial<HTMLDialogElement>).showModal === 'function';
}
