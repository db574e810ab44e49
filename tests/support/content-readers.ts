import { answerReaders } from './content-readers/answers.ts';
import type { ContentReader } from './content-readers/content-reader.ts';
import { companyPictureReader, fileReaders } from './content-readers/files.ts';
import { pictureReaders } from './content-readers/pictures.ts';
import { supplierReaders } from './content-readers/suppliers.ts';
import { scaleForSoak } from './scale-for-soak.ts';

/** Every reader of content that comes from outside. `tests/integration/content-readers.test.ts` finds missing ones. */
export const contentReaders: readonly ContentReader[] = [
  ...pictureReaders,
  ...fileReaders,
  companyPictureReader(
    pictureReaders
      .filter(({ name }) => /JPEG|PNG|WebP/.test(name))
      .flatMap(({ contents }) => contents.slice(0, scaleForSoak(4, Infinity))),
  ),
  ...supplierReaders,
  ...answerReaders,
];

/** The contents of files that a public form accepts, with the form. */
export const hostileFiles = contentReaders.flatMap(({ name, form, contents }) =>
  form ? contents.map(([content, bytes]) => ({ name: `${name}: ${content}`, form, bytes })) : [],
);

const rows = 'a row of our own database, which holds what our own code has checked and serialized';
const storage = 'what our own page has stored in the visitor’s own browser';
const pages = 'a file or an answer of our own site, read in the browser';
const operator = 'a file that the company itself passes to a tool on its own machine';
const outgoing = 'compresses our own pages';

/** Files that parse or unpack something, and why it is not content from outside. */
export const ownTexts: Readonly<Record<string, string>> = {
  'server/compress.server.ts': outgoing,
  'server/page-cache/compress-assets.server.ts': 'the files of the build',
  'zip/zip-stream.ts': 'checksums of files that it passes on without unpacking them, chunk by chunk',
  'notices/channels/webhook.server.ts': 'the key that the company has configured',
  'places/field/use-towns.ts': pages,
  'places/journey/live-journey.tsx': pages,
  'i18n/texts/load-texts.ts': pages,
  'uploads/browser/resumable-upload.ts': pages,
  'uploads/browser/upload-url-storage.ts': storage,
  'flights/view/cached-results.ts': storage,
  'enquiries/draft/saved-draft.ts': storage,
  'forms/expiring-entries.ts': storage,
  'consent/consent.ts': 'the cookie with the visitor’s choice, which no header can make longer than 16 kB',
  'content/copy/check-content.server.ts': 'the texts of the site',
  'i18n/texts/text-files-plugin.server.ts': 'the texts of the site, at build time',
  'places/airports/packed-airports-plugin.server.ts': 'the list of airports, at build time',
  'maps/atlas.server.ts': 'a file of a package',
  'cli/company/facts-file.server.ts': operator,
  'uploads/resumable/unfinished-uploads.server.ts': 'what this site has noted about an upload',
  'storage/unfinished-transfer.server.ts': 'what this site has noted about a transfer in its own bucket',
  'flights/suppliers/sample/sample-supplier.server.ts': 'the cursor of sample flights, which this site has written',
  'retention/expiry.server.ts': rows,
  'delivery/outbox/delivery.server.ts': rows,
  'enquiries/correspondence/email-preference.server.ts': rows,
  'company-store/facts-history.server.ts': rows,
  'desk/sign-in/second-factor.server.ts': rows,
  'desk/requests/request-index.server.ts': rows,
  'flights/searches/searches.server.ts': rows,
  'flights/searches/result-poller.server.ts': rows,
  'enquiries/progress/read-progress.server.ts': rows,
  'enquiries/progress/announce-due-calls.server.ts': rows,
  'enquiries/store/country.ts': rows,
  'enquiries/store/list-enquiries.server.ts': rows,
  'enquiries/store/outbox-message.server.ts': rows,
  'enquiries/store/read-enquiry.server.ts': rows,
  'enquiries/correspondence/sent-links.server.ts': rows,
  'enquiries/correspondence/add-to-enquiry.server.ts': rows,
  'enquiries/correspondence/family-mail.server.ts': rows,
  'notices/notice-outbox.server.ts': rows,
  'notices/alarms.server.ts': rows,
};
