import { z } from 'zod';
import { text } from './text.ts';

/** A short notice in the corner of the page. */
export const toastSchema = z.strictObject({
  /** First line, in bold. */
  title: text,
  /** Second line: what the visitor can do now. */
  description: text,
});
export type ToastContent = z.infer<typeof toastSchema>;
