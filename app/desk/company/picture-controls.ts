/** Returns the names of the controls beside a picture's own: the new file, and whether the present one is removed. */
export function pictureControls(field: string): { file: string; remove: string } {
  return { file: `${field}-file`, remove: `${field}-remove` };
}
