import { useCallback, useRef, useState } from 'react';
import { CLOSED, type FlowAction, type FlowState, reduceFlow } from './flow.ts';

/** The flow in React. `dispatch` and `read` give the state at once, not at the next rendering. */
export function useFlow() {
  const [state, setState] = useState(CLOSED);
  const latest = useRef(state);
  const read = useCallback(() => latest.current, []);
  const dispatch = useCallback((action: FlowAction): FlowState => {
    latest.current = reduceFlow(latest.current, action);
    setState(latest.current);
    return latest.current;
  }, []);
  return { state, read, dispatch };
}
