/** Whether the visitor has asked to save data (Save Data API, WICG). Browsers without that API never say so. */
export function isDataSaverOn(): boolean {
  return (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
