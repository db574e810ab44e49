import type { ReactNode } from 'react';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { IconName } from '#app/ui/icon-names.ts';

/**
 * A native file input under a button in the page's language, because browsers label file inputs in their own. Browsers
 * that cannot style the native button show our label as plain text above it.
 *
 * @param note shown while the input's own text is hidden
 * @param isListed whether the page itself lists the chosen files, so that the input need not
 * @param children the input, with the class `file-input`
 */
export function FilePicker({
  icon,
  label,
  note,
  isListed,
  isLabelHidden = false,
  children,
}: {
  icon: IconName;
  label: string;
  note?: string;
  isListed: boolean;
  /** Whether the input has another label, which screen readers read. */
  isLabelHidden?: boolean;
  children: ReactNode;
}) {
  const Box = isLabelHidden ? 'div' : 'label';
  return (
    <Box className={`file-picker ${isListed ? 'file-picker-listed' : ''}`}>
      {children}
      <span className="file-picker-label" aria-hidden={isLabelHidden || undefined}>
        <span className={buttonClass('secondary')}>
          <Icon name={icon} />
          {label}
        </span>
        {note && <span className="file-picker-note">{note}</span>}
      </span>
    </Box>
  );
}
