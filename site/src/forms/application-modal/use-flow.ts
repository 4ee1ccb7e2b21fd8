import { startTransition, useCallback, useRef, useState } from 'react';
import { CLOSED, type FlowAction, type FlowState, reduceFlow } from './flow.ts';

/** The flow in React. `dispatch` and `read` give the state at once, not at the next rendering. */
export function useFlow() {
  const [state, setState] = useState(CLOSED);
  const latest = useRef(state);
  const read = useCallback(() => latest.current, []);
  const dispatch = useCallback((action: FlowAction): FlowState => {
    const { step } = latest.current;
    latest.current = reduceFlow(latest.current, action);
    const draw = () => setState(latest.current);
    // Another step is much to draw: in slices, so that the press itself is answered at once.
    if (latest.current.step === step) draw();
    else startTransition(draw);
    return latest.current;
  }, []);
  return { state, read, dispatch };
}
