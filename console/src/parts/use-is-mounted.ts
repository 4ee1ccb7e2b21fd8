import { type RefObject, useLayoutEffect, useRef } from 'react';

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
