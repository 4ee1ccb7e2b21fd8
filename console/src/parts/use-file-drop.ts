import { type DragEvent, useRef, useState } from 'react';

/** Returns the attributes of a label that takes dropped files, and of the file input in it. */
export function useFileDrop(onFile: (file: File) => void, isBusy = false) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  function takeFile(file: File | undefined) {
    // Without this, choosing the same file again after fixing it would fire no change event.
    if (ref.current) ref.current.value = '';
    if (file && !isBusy) onFile(file);
  }
  return {
    label: {
      'data-over': (isDraggedOver && !isBusy) || undefined,
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setIsDraggedOver(true);
      },
      onDragLeave: () => setIsDraggedOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setIsDraggedOver(false);
        takeFile(event.dataTransfer.files[0]);
      },
    },
    input: {
      ref,
      type: 'file',
      className: 'sr-only',
      onChange: ({ target }: { target: HTMLInputElement }) => takeFile(target.files?.[0]),
    },
  } as const;
}
