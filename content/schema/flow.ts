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
  alt: text.describe('O que o desenho mostra, para quem não o vê.'),
  nodes: z
    .array(
      z.strictObject({
        kind: nodeKind.describe('Escolhe o ícone do nó.'),
        label: text.describe('Nome do nó, em duas a quatro palavras.'),
        detail: text.optional().describe('O que acontece nele, em poucas palavras.'),
      }),
    )
    .min(2)
    .max(5)
    .describe('Os nós, na ordem em que o pulso passa por eles.'),
});
export type FlowContent = z.infer<typeof flowSchema>;

/** For `.refine(isOneDrawing, oneDrawing)`: a drawn flow or a picture, not both. */
export const isOneDrawing = (item: { flow?: unknown; picture?: unknown }): boolean =>
  item.flow === undefined || item.picture === undefined;

export const oneDrawing = {
  error: 'ou "flow" ou "picture", e não os dois',
  path: ['picture'],
};
