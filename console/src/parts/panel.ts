/** A framed part of a view. */
export const PANEL_CLASSES = 'grid grid-cols-1 content-start gap-3 rounded-xl border bg-raised p-4';
