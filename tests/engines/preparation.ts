import { parseEnv } from 'node:util';
import { type Disk, missingPrograms } from '../support/system-programs.ts';

/** The systems on which the packages are known, by `ID` and `VERSION_ID` of os-release(5). */
const systems: Record<string, string> = {
  'debian 12': 'Debian 12',
  'debian 13': 'Debian 13',
  'ubuntu 24.04': 'Ubuntu 24.04',
};

/** Reads which known system a machine has. @param osRelease the content of /etc/os-release, empty without this file */
export function systemOf(osRelease: string): string | undefined {
  const { ID = '', VERSION_ID = '' } = parseEnv(osRelease);
  return systems[`${ID} ${VERSION_ID}`];
}

/** What has to be done before the tests can run. */
export interface Preparation {
  packages: string[];
  /** Units that these packages would start, now and whenever the machine starts. */
  units: string[];
}

/**
 * Decides what to install.
 * @param system the result of {@link systemOf}
 * @throws {Error} with one sentence that lists what is missing, if the system is unknown
 */
export function planPreparation(system: string | undefined, disk?: Disk): Preparation {
  const missing = missingPrograms(disk);
  if (missing.length > 0 && system === undefined) {
    const list = missing.map(({ packageName, purpose }) => `${packageName} (${purpose})`).join(', ');
    const known = Object.values(systems).join(', ');
    throw new Error(
      `Missing programs are only installed on ${known}. Here, please install, as named in Debian: ${list}.`,
    );
  }
  return {
    packages: [...new Set(missing.map(({ packageName }) => packageName))],
    units: [...new Set(missing.flatMap(({ units = [] }) => units))],
  };
}
