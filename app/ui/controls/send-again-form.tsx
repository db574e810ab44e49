import { Button } from './button.tsx';

/**
 * Shows what somebody has typed into a form that was not stored, and sends the same form to the same address again.
 * @param fields names and values of the form
 * @param typed the values to show
 */
export function SendAgainForm({
  fields,
  typed,
  label,
  send,
}: {
  fields: readonly (readonly [name: string, value: string])[];
  typed: readonly string[];
  /** What the shown values are. */
  label: string;
  /** The text of the button. */
  send: string;
}) {
  return (
    <form method="post" encType="multipart/form-data" className="grid gap-4">
      {typed.length > 0 && (
        <>
          <p>{label}</p>
          <ul className="grid gap-2 rounded-card bg-surface-raised p-5">
            {typed.map((value, index) => (
              <li key={index} dir="auto" className="whitespace-pre-wrap break-words">
                {value}
              </li>
            ))}
          </ul>
        </>
      )}
      {fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button variant="primary" type="submit" className="justify-self-start">
        {send}
      </Button>
    </form>
  );
}
