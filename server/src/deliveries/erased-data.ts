/** The `data` of an outbox event whose person was erased. */
export const ERASED_DATA = '';

/** Whether the person of an outbox event was erased, by its `data`. */
export const isErased = (data: string): boolean => data === ERASED_DATA;
