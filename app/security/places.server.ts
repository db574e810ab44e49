/** So many things at once: who comes when all places are taken waits a moment for one. */
export interface Places {
  /** @returns what gives the place back, to be called once or more; undefined where none became free in time */
  take(): Promise<(() => void) | undefined>;
}

/** @param patience how long somebody waits for a place (ms) */
export function openPlaces(most: number, patience: number): Places {
  let taken = 0;
  const waiting: (() => void)[] = [];

  function occupy(): () => void {
    taken += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      taken -= 1;
      waiting.shift()?.();
    };
  }

  return {
    async take() {
      if (taken < most) return occupy();
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(next), 1);
          resolve(undefined);
        }, patience);
        const next = () => {
          clearTimeout(timer);
          resolve(occupy());
        };
        waiting.push(next);
      });
    },
  };
}
