import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns a ref that is true while the calling component is on the screen. */
export function useIsMounted(): Readonly<RefObject<boolean>> {
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
