import { setImmediate as nextLoopIteration } from 'node:timers';

/** Schedules CPU-bound tasks one at a time, round-robin between visitors. */
export interface Turns {
  /**
   * Waits for a visitor's turn. Every waiting visitor gets one turn before any visitor gets a second, and the event
   * loop runs between two turns.
   * @param visitor the visitor's key
   * @returns a function that ends the turn (further calls do nothing); no other turn begins before that
   */
  take(visitor: number): Promise<() => void>;
}

/**
 * Creates a scheduler. Rendering a page blocks the only thread for milliseconds. If requests were handled in order of
 * arrival, one visitor with sixteen connections would delay everybody else by sixteen pages.
 */
export function openTurns(): Turns {
  // In round-robin order: after a turn, a visitor moves to the end.
  const waiting = new Map<number, (() => void)[]>();
  let isTurnTaken = false;

  function startNext(): void {
    const [next] = waiting;
    if (isTurnTaken || !next) return;
    const [visitor, queue] = next;
    const start = queue.shift();
    waiting.delete(visitor);
    if (queue.length > 0) waiting.set(visitor, queue);
    isTurnTaken = true;
    start?.();
  }

  function end(): void {
    nextLoopIteration(() => {
      isTurnTaken = false;
      startNext();
    });
  }

  return {
    take(visitor) {
      return new Promise((resolve) => {
        const start = () => {
          let hasEnded = false;
          resolve(() => {
            if (!hasEnded) end();
            hasEnded = true;
          });
        };
        const queue = waiting.get(visitor);
        if (queue) queue.push(start);
        else waiting.set(visitor, [start]);
        startNext();
      });
    },
  };
}
