import { useId, type ReactNode } from 'react';

interface TableColumn {
  heading: string;
  /** Numbers stand at the end of their column, in digits of one width. */
  isNumber?: boolean;
}

/**
 * A table whose first cell of each row is that row's heading. Where it is wider than the screen it scrolls by
 * itself, by touch and by keyboard, and the page does not.
 */
export function Table({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: TableColumn[];
  /** As many cells as there are columns. */
  rows: { key: string; cells: ReactNode[] }[];
}) {
  const captionId = useId();
  return (
    <div
      role="region"
      aria-labelledby={captionId}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only what has the focus scrolls by keyboard
      tabIndex={0}
      className="max-w-full overflow-x-auto rounded-card border border-line bg-surface-raised"
    >
      {/* Words stay whole, codes above all: the table may scroll, so nothing has to break anywhere. */}
      <table className="w-full border-collapse text-start [&_*]:[overflow-wrap:normal]">
        <caption id={captionId} className="px-4 py-3 text-start font-semibold">
          {caption}
        </caption>
        <thead className="border-y border-line bg-surface">
          <tr>
            {columns.map(({ heading, isNumber }) => (
              <th key={heading} scope="col" className={`px-4 py-2.5 text-small ${alignment(isNumber)}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [rowHeading, ...cells] }) => (
            <tr key={key} className="border-t border-line first:border-t-0">
              <th scope="row" className={`px-4 py-3 font-semibold ${alignment(columns[0]?.isNumber)}`}>
                {rowHeading}
              </th>
              {cells.map((cell, index) => (
                <td key={index} className={`px-4 py-3 ${alignment(columns[index + 1]?.isNumber)}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function alignment(isNumber = false): string {
  return isNumber ? 'whitespace-nowrap text-end tabular-nums' : 'text-start';
}
