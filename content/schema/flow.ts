import { z } from 'zod';
import { text } from './parts.ts';

const NODE_KINDS = [
  'message',
  'agent',
  'crm',
  'calendar',
  'document',
  'person',
  'payment',
] as const;
const KIND_LABELS: Record<(typeof NODE_KINDS)[number], string> = {
  message: 'Mensagem',
  agent: 'Agente de IA',
  crm: 'CRM',
  calendar: 'Agenda',
  document: 'Documento',
  person: 'Pessoa',
  payment: 'Pagamento',
};

export const flowSchema = z.strictObject({
  alt: text.describe('O que o desenho mostra, para quem não o vê.'),
  nodes: z
    .array(
      z.strictObject({
        kind: z
          .enum(NODE_KINDS)
          .meta({ title: 'Ícone', labels: KIND_LABELS })
          .describe('Escolhe o ícone do nó.'),
        label: text.describe('Nome do nó, em duas a quatro palavras.'),
        detail: text.optional().describe('O que acontece nele, em poucas palavras.'),
      }),
    )
    .min(2)
    .max(5)
    .describe('Os nós, na ordem em que o pulso passa por eles.'),
});
export type FlowContent = z.infer<typeof flowSchema>;

/** Arguments of `.refine` for a group that may have a flow or a picture, but not both. */
export const flowOrPicture: [
  isValid: (group: { flow?: unknown; picture?: unknown }) => boolean,
  issue: { error: string; path: string[] },
] = [
  ({ flow, picture }) => flow === undefined || picture === undefined,
  { error: 'ou a automação desenhada ou a imagem, e não as duas', path: ['picture'] },
];
