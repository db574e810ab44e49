import { cleanFileName } from '#app/uploads/file-name.ts';
import { type FormLimits, readUpload, type UploadHandler } from '#app/uploads/receive/read-upload.server.ts';
import type { Person } from './people/person.ts';

/** The limits of all forms of the desk, whoever sends them. Contents of files have limits of their own. */
export const deskFormLimits: FormLimits = { fields: 1_000, files: 100, text: 64 * 1024 };

/**
 * A form was not accepted: it has more text, fields or files than the desk reads, its body is no form or did not arrive
 * completely, or it was interrupted because the site was busy.
 */
export class FormError extends Error {
  override name = 'FormError';
  readonly reason: 'too large' | 'busy' | 'unreadable';
  /** Who has sent it, if they are signed in. */
  readonly sender: Person | undefined;

  constructor(reason: FormError['reason'], sender: Person | undefined) {
    super(`The form was not accepted: ${reason}.`);
    this.reason = reason;
    this.sender = sender;
  }
}

/** A request, and where to keep its form for an error page. */
interface FormRequest {
  request: Request;
  context: { evictionSignal?: AbortSignal; submitted?: FormData };
}

/**
 * Reads the form of a request to its end and keeps it in `context.submitted`; if it is not accepted, what has arrived.
 * @param options.maxFileBytes maximum size of all files together (bytes), which are kept in memory. If omitted, files
 *   are empty: their contents are discarded as they arrive
 * @param options.sender who is signed in, if anybody is
 * @throws {FormError}
 * @throws {UploadAborted} if the connection breaks
 */
export async function readForm(
  { request, context }: FormRequest,
  { maxFileBytes, sender }: { maxFileBytes?: number | undefined; sender?: Person } = {},
): Promise<FormData> {
  const { fields, files, problem } = await readUpload(request, keepFiles(maxFileBytes), {
    limits: deskFormLimits,
    evictionSignal: context.evictionSignal,
  });
  for (const file of files) if (file !== 'too large') fields.append(file.field, file.content);
  context.submitted = fields;
  if (problem === 'too_much' || files.includes('too large')) throw new FormError('too large', sender);
  if (problem) throw new FormError(problem === 'busy' ? 'busy' : 'unreadable', sender);
  return fields;
}

/** A file of a form, with the name of its field. */
interface FormFile {
  field: string;
  content: File;
}

/** Creates an upload handler that keeps files in memory, or only their names. */
function keepFiles(maxBytes: number | undefined): UploadHandler<FormFile | 'too large'> {
  let bytesLeft = maxBytes ?? 0;
  return {
    async receive({ field, filename, data }) {
      if (filename === '') return undefined;
      const chunks: Buffer<ArrayBuffer>[] = [];
      if (maxBytes !== undefined) {
        for await (const chunk of data) {
          bytesLeft -= chunk.length;
          if (bytesLeft < 0) return 'too large';
          chunks.push(Buffer.from(chunk));
        }
      }
      return { field, content: new File(chunks, cleanFileName(filename)) };
    },
    discard: () => Promise.resolve(),
  };
}
