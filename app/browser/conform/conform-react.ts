import { type FormEvent, useState } from 'react';

// Replaces @conform-to/react (vite.config.ts) with the part that the site uses: forms with plain field names that are
// validated on submission. The fields have the ids that the package would give them.

/** The result of a validation, with error codes by field. */
interface Submission {
  error?: Record<string, string[] | undefined>;
}

/** The result of a submission, as the server's part of conform returns it. */
interface SubmissionResult extends Submission {
  initialValue?: Record<string, unknown>;
}

interface FormOptions {
  id: string;
  lastResult?: SubmissionResult;
  defaultValue?: Record<string, unknown>;
  /** Validates the form when it is submitted. */
  onValidate: (context: { form: HTMLFormElement; formData: FormData }) => Submission;
}

/** Returns the result of a validation, which `resolve` computes. */
export function parse(_fields: FormData, { resolve }: { resolve: () => Submission }): Submission {
  return resolve();
}

/** Returns the form, which shows the errors of its last submission, and its fields by name. */
export function useForm({ id, lastResult, defaultValue = {}, onValidate }: FormOptions) {
  const [initialValue] = useState(lastResult?.initialValue ?? defaultValue);
  const [shown, setShown] = useState({ lastResult, errors: lastResult?.error ?? {} });
  const { errors } = shown;
  // Setting state during rendering is what React recommends for state derived from props.
  if (lastResult && lastResult !== shown.lastResult) setShown({ lastResult, errors: lastResult.error ?? {} });

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const formData = new FormData(form);
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.name) formData.append(submitter.name, submitter.value);
    const submission = onValidate({ form, formData });
    setShown({ lastResult: shown.lastResult, errors: submission.error ?? {} });
    if (submission.error) event.preventDefault();
  };
  const form = { id, errors: errors[''], allErrors: errors, onSubmit };
  const fields = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name: string) => ({ id: `${id}-${name}`, name, errors: errors[name], initialValue: initialValue[name] }),
    },
  );
  return [form, fields] as const;
}

/** Returns the props of the form element. */
export function getFormProps({ id, errors, onSubmit }: ReturnType<typeof useForm>[0]) {
  return { id, onSubmit, noValidate: true, 'aria-describedby': errors && `${id}-error` };
}
