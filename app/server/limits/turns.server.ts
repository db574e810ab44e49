import { setImmediate as afterEventLoop } from 'node:timers';

/** Schedules CPU-bound tasks one at a time, round-robin between visitors. */
export interface Turns {
  /**
   * Waits for this visitor's turn. Every waiting visitor gets one turn before any gets a second, and the event loop
   * runs between two turns.
   * @param visitor the visitor's key
   * @returns a function that ends the turn (further calls do nothing); nobody else has a turn until then
   */
  take(visitor: number): Promise<() => void>;
}

/**
 * Creates a scheduler. Rendering a page blocks the only thread for milliseconds; first come, first served would let
 * sixteen connections of one visitor delay everybody else by sixteen pages.
 */
export function openTurns(): Turns {
  // In round-robin order: a visitor who had a turn moves to the end.
  const waiting = new Map<number, (() => void)[]>();
  let isTaken = false;

  function begin(): void {
    const [next] = waiting;
    if (isTaken || !next) return;
    const [visitor, queue] = next;
    const start = queue.shift();
    waiting.delete(visitor);
    if (queue.length > 0) waiting.set(visitor, queue);
    isTaken = true;
    start?.();
  }

  function end(): void {
    afterEventLoop(() => {
      isTaken = false;
      begin();
    });
  }

  return {
    take(visitor) {
      return new Promise((resolve) => {
        const start = () => {
          let isOver = false;
          resolve(() => {
            if (!isOver) end();
            isOver = true;
          });
        };
        const queue = waiting.get(visitor);
        if (queue) queue.push(start);
        else waiting.set(visitor, [start]);
        begin();
      });
    },
  };
}
