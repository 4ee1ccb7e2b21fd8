import { z } from 'zod';
import { formFieldSchema, text, title, toastSchema } from './parts.ts';
import { checkLeadQuestions, questionSchema } from './questions.ts';

export const leadDialogSchema = z
  .strictObject({
    title: title.describe('Título; o que fica entre `**` e `**` ganha destaque.'),
    description: text.describe('Por que os campos são pedidos e o que vem depois.'),
    fields: z
      .strictObject({
        nome: formFieldSchema.describe('O nome.'),
        telefone: formFieldSchema.describe('O WhatsApp.'),
        email: formFieldSchema
          .extend({ required: z.boolean().describe('Se é preciso escrevê-lo para enviar.') })
          .optional()
          .describe(
            'O e-mail, se quiser pedi-lo: reconhece mais vendas do checkout, e ajuda Meta e Google a reconhecer a pessoa. Sem ele, o formulário pede dois campos.',
          ),
      })
      .describe('Os campos, pelo nome com que são gravados.'),
    questions: z
      .array(questionSchema)
      .max(12)
      .superRefine(checkLeadQuestions)
      .optional()
      .describe('Outras perguntas, abaixo desses campos. Cada uma a mais faz gente desistir.'),
    optional: text
      .optional()
      .describe('Depois do rótulo de uma pergunta opcional, como `(opcional)`.'),
    submit: text.describe('Botão de envio.'),
    submitting: text.describe('O mesmo botão enquanto grava.'),
    privacy: text.describe('Letra miúda abaixo do botão.'),
    privacyLink: text.describe('Link para o texto de privacidade, depois da letra miúda.'),
    close: text.describe('Nome do botão que fecha.'),
    failureAdvice: text
      .optional()
      .describe('Um conselho abaixo do botão, quando a conexão falhou ao salvar.'),
    toasts: z
      .strictObject({
        invalid: toastSchema.describe('Enviado com um campo vazio ou errado.'),
        saveError: toastSchema.describe('O servidor respondeu com erro; os campos ficam.'),
        unexpected: toastSchema.describe('Outra falha; os campos ficam.'),
        saved: toastSchema.describe('Gravado; as mesmas palavras confirmam no formulário.'),
      })
      .describe('Os avisos.'),
  })
  .describe('O formulário curto: nome e WhatsApp, e depois o pagamento.');
export type LeadDialogContent = z.infer<typeof leadDialogSchema>;
