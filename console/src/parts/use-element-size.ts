import { useLayoutEffect, useRef, useState } from 'react';

/** Returns a ref, and its element's width and height in px without borders, which follow changes. */
export function useElementSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const readSize = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    readSize();
    const observer = new ResizeObserver(readSize);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
