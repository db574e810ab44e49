import type { HeldBack } from './enquiry.ts';

/** What an API is told of files that did not come along, in English like the fixed texts of its calls. */
export function heldBackNotice({ files, following }: HeldBack): string {
  const stopped = files.map(({ name, verdict, finding }) =>
    verdict === 'infected' ? `${name} (virus found: ${finding})` : `${name} (could not be checked: ${finding})`,
  );
  return [
    ...(stopped.length > 0 ? [`Files held back by the virus check: ${stopped.join(', ')}.`] : []),
    ...(following > 0 ? [`Files that are still being checked for viruses and follow: ${following}.`] : []),
  ].join(' ');
}

/** The same in figures, for a header: `infected=1, following=2`. */
export function heldBackFigures({ files, following }: HeldBack): string {
  const counts = {
    infected: files.filter(({ verdict }) => verdict === 'infected').length,
    unchecked: files.filter(({ verdict }) => verdict === 'unchecked').length,
    following,
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}=${count}`)
    .join(', ');
}
