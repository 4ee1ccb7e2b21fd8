import { z } from 'zod';
import { text, title, toastSchema } from './parts.ts';
import { checkQuestions, questionSchema } from './questions.ts';

const stepTitle = title.describe('Título da etapa; o que fica entre `**` e `**` ganha destaque.');

const askingStepSchema = z.strictObject({
  title: stepTitle,
  description: text.describe('Uma frase abaixo dele.'),
  progress: text.describe('Nome abaixo do ícone na barra de progresso: uma palavra.'),
  questions: z.array(questionSchema).min(1).max(12).describe('As perguntas, em ordem.'),
});

/** The progress bar has no room for more steps, and the events of visits have numbers for only 4. */
const MAX_ASKING_STEPS = 4;

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
  asking: z
    .array(askingStepSchema)
    .min(1)
    .max(MAX_ASKING_STEPS)
    .superRefine(checkQuestions)
    .describe(
      'As etapas com perguntas, a partir da 1. A primeira pergunta nome, e-mail e WhatsApp, e é gravada quando o visitante avança; a última envia.',
    ),
  confirmation: confirmationSchema.describe(
    'O cartão que repete as promessas do programa, na última etapa com perguntas.',
  ),
  success: z
    .strictObject({
      title: stepTitle,
      description: text.describe('O que acontece agora.'),
      back: text.describe('Botão que fecha a aplicação.'),
    })
    .describe('A última etapa, depois do envio.'),
});

const progressSchema = z.strictObject({
  label: text.describe('Nome da barra.'),
  step: text.describe('Antes do número da etapa, como `Etapa` em `Etapa 2`.'),
  done: text.describe('Acrescentado a uma etapa concluída.'),
});

const navigationSchema = z.strictObject({
  back: text.describe('Volta uma etapa.'),
  next: text.describe('Avança uma etapa.'),
  submit: text.describe('Envia a aplicação, na última etapa com perguntas.'),
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

export const waitingListSchema = z.strictObject({
  badge: text.default('Turma completa').describe('No lugar de cada frase que conta as vagas.'),
  title: title
    .default('Entre na **lista de espera**')
    .describe('No lugar do título das boas-vindas.'),
  notice: text
    .default('A turma está completa. Preencha a aplicação e avisamos você quando abrir uma vaga.')
    .describe('No lugar do aviso das boas-vindas.'),
  start: text
    .default('ENTRAR NA LISTA DE ESPERA')
    .describe('No lugar dos botões que abrem, começam e enviam a aplicação.'),
  success: text
    .default('VOCÊ ESTÁ NA LISTA DE ESPERA')
    .describe('No lugar do título depois do envio.'),
  description: text
    .default('Recebemos tudo. Quando abrir uma vaga, a equipe chama você.')
    .describe('No lugar da frase abaixo dele.'),
});

export const applicationModalSchema = z
  .strictObject({
    label: text.describe('Nome da janela, para leitores de tela.'),
    close: text.describe('Nome do botão que fecha.'),
    optional: text.describe('Depois do rótulo de um campo opcional.'),
    progress: progressSchema.describe('A barra de progresso, para leitores de tela.'),
    navigation: navigationSchema.describe('Os botões das etapas com perguntas.'),
    steps: stepsSchema.describe('As etapas: boas-vindas, de uma a quatro com perguntas, e o fim.'),
    waitingList: waitingListSchema
      .prefault({})
      .meta({ title: 'Lista de espera', isRare: true })
      .describe(
        'O que a aplicação diz quando não resta vaga. Só com `seats: auto` em `site.yaml`.',
      ),
    privacy: text.describe('Letra miúda abaixo do último botão.'),
    privacyLink: text.describe('Link para o texto de privacidade, depois da letra miúda.'),
    toasts: toastsSchema.describe('Os avisos.'),
    unknownError: text.describe('Vai para o registro quando salvar a etapa 1 falha sem mensagem.'),
  })
  .describe(
    'A aplicação para a mentoria, em etapas: na demonstração, seis. Só com a seção `aplicacao`.',
  );
export type ApplicationModalContent = z.infer<typeof applicationModalSchema>;
