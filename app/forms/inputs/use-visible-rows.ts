import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { rowsInView, rowTops } from './visible-rows.ts';

/**
 * Chooses the rows to render in a virtualized list: those in view and a few beyond. Rows may differ in height: it is
 * estimated until a row has been rendered, then measured. Rows that move keep their height, because it is stored by key.
 * @param scroller the element that scrolls. It is the offset parent of its rows, which have their index in `data-index`.
 * @param keys identify the rows
 */
export function useVisibleRows(scroller: RefObject<HTMLElement>, keys: readonly string[]) {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [view, setView] = useState({ top: 0, height: 0 });
  const tops = rowTops(keys, heights);
  const latestTops = useRef(tops);
  /** The row that the list is scrolling to. */
  const target = useRef<number>();

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const read = () => {
      const { scrollTop: top, clientHeight: height } = element;
      setView((last) => (last.top === top && last.height === height ? last : { top, height }));
    };
    read();
    element.addEventListener('scroll', read, { passive: true });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', read);
      observer.disconnect();
    };
  }, [scroller]);

  // After every render, because any row may be new or have a new height: `tops` is always a new array.
  useLayoutEffect(() => {
    latestTops.current = tops;
    const element = scroller.current;
    if (!element) return;
    const measured = new Map<string, number>();
    for (const row of rowsIn(element)) {
      const index = Number(row.dataset.index);
      const key = keys[index];
      if (key !== undefined && heights.get(key) !== row.offsetHeight) measured.set(key, row.offsetHeight);
      if (index !== target.current) continue;
      target.current = undefined;
      reveal(element, row);
    }
    if (measured.size > 0) setHeights((known) => new Map([...known, ...measured]));
  }, [tops, scroller, keys, heights]);

  const scrollToRow = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const rendered = rowsIn(element).find((row) => Number(row.dataset.index) === index);
      if (rendered) {
        reveal(element, rendered);
        return;
      }
      // The row is rendered once its estimated position is in view, and only then revealed.
      target.current = index;
      element.scrollTop = latestTops.current[index] ?? 0;
    },
    [scroller],
  );
  return { ...rowsInView(tops, view), scrollToRow };
}

function rowsIn(scroller: HTMLElement): HTMLElement[] {
  return Array.from(scroller.querySelectorAll<HTMLElement>('[data-index]'));
}

/** Scrolls as little as possible, and only inside the list. */
function reveal(scroller: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const lowestTop = offsetTop + offsetHeight - scroller.clientHeight;
  scroller.scrollTop = Math.min(offsetTop, Math.max(scroller.scrollTop, lowestTop));
}
