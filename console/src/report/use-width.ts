import { type RefObject, useLayoutEffect, useState } from 'react';

/** An element's width in px, as it changes. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(current.clientWidth)));
    observer.observe(current);
    setWidth(Math.floor(current.clientWidth));
    return () => observer.disconnect();
  }, [element]);
  return width;
}
