import type { WithheldFiles } from '#app/enquiries/enquiry.ts';

/** Describes withheld files for the API, in English, like the other fixed strings that we send to the API. */
export function describeWithheldFiles({ files, pendingCount }: WithheldFiles): string {
  const rejected = files
    .filter(({ verdict }) => verdict !== 'missing')
    .map(({ name, verdict, finding }) =>
      verdict === 'infected' ? `${name} (virus found: ${finding})` : `${name} (could not be checked: ${finding})`,
    );
  const lost = files.filter(({ verdict }) => verdict === 'missing').map(({ name }) => name);
  return [
    ...(lost.length > 0 ? [`Lost files (please request them again): ${lost.join(', ')}.`] : []),
    ...(rejected.length > 0 ? [`Files held back by the virus check: ${rejected.join(', ')}.`] : []),
    ...(pendingCount > 0 ? [`Files still being checked for viruses, to be sent later: ${pendingCount}.`] : []),
  ].join(' ');
}

/** Formats the counts of withheld files for a header: `infected=1, following=2`. */
export function formatWithheldCounts({ files, pendingCount }: WithheldFiles): string {
  const counts = {
    infected: files.filter(({ verdict }) => verdict === 'infected').length,
    unchecked: files.filter(({ verdict }) => verdict === 'unchecked').length,
    missing: files.filter(({ verdict }) => verdict === 'missing').length,
    following: pendingCount,
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}=${count}`)
    .join(', ');
}
