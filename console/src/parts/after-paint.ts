let frame = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Does something once what the press has changed already is painted: fingers see an answer at once, however much
 * follows. Of several presses in between, the last one counts.
 */
export function afterPaint(task: () => void): void {
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  frame = requestAnimationFrame(() => {
    timer = setTimeout(task);
  });
}
