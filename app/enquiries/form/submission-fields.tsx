import { useEffect, useRef, useState } from 'react';
import { formKeyFieldName, receiptFieldName } from '#app/forms/field-names.ts';
import { getFormKeyOfTab } from '../draft/form-key.ts';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * Hidden fields that identify repeated submissions. Cached pages are shared by all visitors, so the form gets its key in the
 * browser or from the response to its first submission.
 */
export function SubmissionFields<Fields extends Record<string, unknown>>({
  form: { stored, response },
}: {
  form: EnquiryForm<Fields>;
}) {
  const input = useRef<HTMLInputElement>(null);
  // Keep the first key even if a later submission gets no response. Without a key, do not set the attribute at all, so that
  // React does not overwrite the value that the effect sets.
  const [initialKey] = useState(response?.formKey && { defaultValue: response.formKey });
  useEffect(() => {
    if (input.current) input.current.value ||= getFormKeyOfTab(() => sessionStorage);
  }, []);
  return (
    <>
      <input ref={input} type="hidden" name={formKeyFieldName} {...initialKey} />
      {stored && <input type="hidden" name={receiptFieldName} value={stored.receiptToken} />}
    </>
  );
}
