import { CRONOGRAMA, FATURAMENTO } from '@funil/contract/application-rules';
import { z } from 'zod';
import { formFieldSchema, text, title, toastSchema } from './parts.ts';

const labelsOf = <Value extends string>(values: readonly Value[]) => {
  const labels = values.map((value) => [value, text.describe(`Rótulo do valor \`${value}\`.`)]);
  return z
    .strictObject(Object.fromEntries(labels) as Record<Value, typeof text>)
    .describe('O rótulo de cada valor; os valores são fixos.');
};

const applicationFieldsSchema = z.strictObject({
  nome: formFieldSchema.describe('Nome completo.'),
  email: formFieldSchema.describe('E-mail.'),
  whatsapp: formFieldSchema.describe('WhatsApp.'),
  instagram: formFieldSchema.describe('Instagram; opcional para o visitante.'),
  empresa: formFieldSchema.describe('Empresa.'),
  cargo: formFieldSchema.describe('Cargo.'),
  faturamento: formFieldSchema
    .extend({ options: labelsOf(FATURAMENTO) })
    .describe('Faturamento mensal. `placeholder` é a primeira linha, vazia, da lista.'),
  principais_desafios: formFieldSchema.describe('Principais desafios.'),
  cronograma: formFieldSchema
    .extend({ options: labelsOf(CRONOGRAMA) })
    .describe('Prazo. `placeholder` é a primeira linha, vazia, da lista.'),
  experiencia_anterior: formFieldSchema.describe(
    'Consultoria ou mentoria anterior; opcional para o visitante.',
  ),
});

const stepTitle = title.describe('Título da etapa; o que fica entre `**` e `**` ganha destaque.');

const formStepSchema = z.strictObject({
  title: stepTitle,
  description: text.describe('Uma frase abaixo dele.'),
  progress: text.describe('Nome abaixo do ícone na barra de progresso: uma palavra.'),
});

const welcomeSchema = z.strictObject({
  title: stepTitle,
  description: text.describe('O que é o programa.'),
  notice: text.describe('Diz que o processo é seletivo.'),
  badge: text.describe('Quantas vagas restam.'),
  promises: z.array(text).min(1).max(6).describe('As promessas.'),
  start: text.describe('Botão para a etapa 1.'),
});

const confirmationSchema = z.strictObject({
  title: text.describe('Título do cartão.'),
  items: z.array(text).min(1).max(6).describe('O que o programa entrega.'),
});

const stepsSchema = z.strictObject({
  welcome: welcomeSchema.describe('Etapa 0, boas-vindas.'),
  personal: formStepSchema.describe('Etapa 1: nome, e-mail, WhatsApp, Instagram.'),
  company: formStepSchema.describe('Etapa 2: empresa, cargo, faturamento.'),
  challenges: formStepSchema.describe('Etapa 3: desafios, prazo.'),
  finalize: formStepSchema
    .extend({
      confirmation: confirmationSchema.describe('O cartão que repete as promessas do programa.'),
    })
    .describe('Etapa 4: experiência anterior e envio.'),
  success: z
    .strictObject({
      title: stepTitle,
      description: text.describe('O que acontece agora.'),
      back: text.describe('Botão que fecha a aplicação.'),
    })
    .describe('Etapa 5, enviada.'),
});

const progressSchema = z.strictObject({
  label: text.describe('Nome da barra.'),
  step: text.describe('Antes do número da etapa, como `Etapa` em `Etapa 2`.'),
  done: text.describe('Acrescentado a uma etapa concluída.'),
});

const navigationSchema = z.strictObject({
  back: text.describe('Volta uma etapa.'),
  next: text.describe('Avança uma etapa.'),
  submit: text.describe('Envia a aplicação, na etapa 4.'),
  submitting: text.describe('O mesmo botão enquanto envia.'),
});

const failureReasonsSchema = z.strictObject({
  unreachable: text.describe('Sem resposta: a rede caiu ou está lenta demais.'),
  busy: text.describe('Envios demais de um endereço em um minuto.'),
  unavailable: text.describe('O servidor ou o banco está fora do ar.'),
  refused: text.describe('Um campo não foi aceito.'),
});

const toastsSchema = z.strictObject({
  invalid: toastSchema.describe('Enviada com um campo obrigatório vazio ou errado.'),
  failure: toastSchema
    .extend({
      prefix: z.string().min(1).describe('Antes do que deu errado; termina em `: `.'),
      reasons: failureReasonsSchema.describe('O que vem depois, conforme o que deu errado.'),
    })
    .describe('O envio falhou.'),
  success: toastSchema.describe('Enviada.'),
});

export const applicationModalSchema = z
  .strictObject({
    label: text.describe('Nome da janela, para leitores de tela.'),
    close: text.describe('Nome do botão que fecha.'),
    optional: text.describe('Depois do rótulo de um campo opcional.'),
    progress: progressSchema.describe('A barra de progresso, para leitores de tela.'),
    navigation: navigationSchema.describe('Os botões das etapas 1 a 4.'),
    steps: stepsSchema.describe('As seis etapas, de 0 a 5.'),
    fields: applicationFieldsSchema.describe('Os campos, pelo nome com que são gravados.'),
    privacy: text.describe('Letra miúda abaixo do último botão.'),
    privacyLink: text.describe('Link para o texto de privacidade, depois da letra miúda.'),
    toasts: toastsSchema.describe('Os avisos.'),
    unknownError: text.describe('Vai para o registro quando salvar a etapa 1 falha sem mensagem.'),
  })
  .describe('A aplicação para a mentoria, em seis etapas. Só com a seção `aplicacao`.');
export type ApplicationModalContent = z.infer<typeof applicationModalSchema>;
