/** `1 enquiry`, `2 enquiries`, `0 files`. */
export function counted(count: number, noun: 'enquiry' | 'file' | 'parcel' | 'form' | 'attempt'): string {
  const plural = noun === 'enquiry' ? 'enquiries' : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}
