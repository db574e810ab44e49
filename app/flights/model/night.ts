const daySeconds = 24 * 3600;
/** When people sleep, wherever they are: from midnight to this time (s). */
const nightEnd = 5 * 3600;
/** How much of that time makes a stop a night (s). */
const shortestNight = 3 * 3600;

/**
 * Whether a stop takes a night: three hours or more of it are between 00:00 and 05:00.
 * @param localArr local wall-clock time of arrival (s, stored as if UTC)
 * @param localDep local wall-clock time of the next departure
 */
export function isNight(localArr: number, localDep: number): boolean {
  let asleep = 0;
  for (let midnight = Math.floor(localArr / daySeconds) * daySeconds; midnight < localDep; midnight += daySeconds) {
    asleep += Math.max(0, Math.min(localDep, midnight + nightEnd) - Math.max(localArr, midnight));
  }
  return asleep >= shortestNight;
}
