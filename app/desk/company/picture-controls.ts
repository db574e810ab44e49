/** Returns the names of a picture's additional controls: for a new file, and for whether to remove the current one. */
export function pictureControls(field: string): { file: string; remove: string } {
  return { file: `${field}-file`, remove: `${field}-remove` };
}
