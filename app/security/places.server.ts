/** So many things at once: who comes when all places are taken waits a moment for one. */
export interface Places {
  /**
   * @param visitor what the visitor is counted as: nobody has all places
   * @returns what gives the place back, to be called once or more; undefined where none became free in time
   */
  take(visitor: number): Promise<(() => void) | undefined>;
}

/** How many places there are, how many of them one visitor may have, and how long somebody waits for one (ms). */
export interface PlacesRule {
  most: number;
  mostOfOne: number;
  patience: number;
}

export function openPlaces({ most, mostOfOne, patience }: PlacesRule): Places {
  let taken = 0;
  const takenBy = new Map<number, number>();
  const waiting: { visitor: number; sit: () => void }[] = [];

  const countOf = (visitor: number) => takenBy.get(visitor) ?? 0;
  const isFreeFor = (visitor: number) => taken < most && countOf(visitor) < mostOfOne;

  function occupy(visitor: number): () => void {
    taken += 1;
    takenBy.set(visitor, countOf(visitor) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      taken -= 1;
      if (countOf(visitor) > 1) takenBy.set(visitor, countOf(visitor) - 1);
      else takenBy.delete(visitor);
      const next = waiting.findIndex((one) => isFreeFor(one.visitor));
      if (next >= 0) waiting.splice(next, 1)[0]?.sit();
    };
  }

  return {
    async take(visitor) {
      if (isFreeFor(visitor)) return occupy(visitor);
      return new Promise((resolve) => {
        const place = {
          visitor,
          sit: () => {
            clearTimeout(timer);
            resolve(occupy(visitor));
          },
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(place), 1);
          resolve(undefined);
        }, patience);
        waiting.push(place);
      });
    },
  };
}
