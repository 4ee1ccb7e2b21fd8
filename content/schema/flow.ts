import { z } from 'zod';
import { text } from './text.ts';

/** The part a node plays in an automation; it picks the node's icon. */
export const nodeKind = z.enum([
  'message',
  'agent',
  'crm',
  'calendar',
  'document',
  'person',
  'payment',
]);

export const flowSchema = z.strictObject({
  /** What the drawing shows, read out by screen readers. */
  alt: text,
  /** The nodes in the order the pulse runs through them: 3 to 5. */
  nodes: z
    .array(
      z.strictObject({
        /** Picks the icon: message, agent, crm, calendar, document, person or payment. */
        kind: nodeKind,
        /** Name of the node, two to four words. */
        label: text,
        /** What happens in it, in a few words; leave the field out for none. */
        detail: text.optional(),
      }),
    )
    .min(3)
    .max(5),
});
export type FlowContent = z.infer<typeof flowSchema>;
