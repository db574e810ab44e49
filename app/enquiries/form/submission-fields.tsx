import { useEffect, useRef, useState } from 'react';
import { formKeyFieldName, receiptFieldName } from '#app/forms/field-names.ts';
import { formKeyOfTab } from '../draft/form-key.ts';
import type { EnquiryForm } from './use-enquiry-form.ts';

/**
 * Hidden fields that identify repeated submissions. Pages are cached for everybody, so a form gets its key here in the
 * browser, or from the response to its first post.
 */
export function SubmissionFields<Fields extends Record<string, unknown>>({
  request: { stored, answer },
}: {
  request: EnquiryForm<Fields>;
}) {
  const input = useRef<HTMLInputElement>(null);
  // Keep the first key, even if a later post gets no response. Without a key, pass no value at all, so that React does not
  // overwrite the one set by the effect.
  const [given] = useState(answer?.formKey && { defaultValue: answer.formKey });
  useEffect(() => {
    if (input.current) input.current.value ||= formKeyOfTab(() => sessionStorage);
  }, []);
  return (
    <>
      <input ref={input} type="hidden" name={formKeyFieldName} {...given} />
      {stored && <input type="hidden" name={receiptFieldName} value={stored.receiptToken} />}
    </>
  );
}
