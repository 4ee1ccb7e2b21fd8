import type { ApplicationPayload, DraftPayload } from '@funil/contract/webhook-payloads';
import { type Action, EMPTY_EMAIL, type Email, type Fact, type MailContext } from '../layout.ts';
import {
  addressFact,
  chatLink,
  describeChoice,
  describeOrigin,
  describeSuspicion,
  describeVisit,
  formatDay,
  formatLong,
  formatShort,
  joinParts,
  mailLink,
  numberFact,
  plainAddress,
  writeGreeting,
} from '../phrases.ts';
import { MAX_LINE_LENGTH, oneLine } from '../visitor-text.ts';

const ABOUT = 'Recebemos a sua aplicação e queremos conversar com você. Qual é o melhor horário?';

/** Somebody applied: all answers, and until when to reply. */
export function writeApplicationEmail(data: ApplicationPayload, context: MailContext): Email {
  const name = oneLine(data.nome, 60);
  const deadline = data.reply_by === null ? null : Date.parse(data.reply_by);
  const warning = describeSuspicion(data.suspect);
  return {
    ...EMPTY_EMAIL,
    subject: `${warning ? 'Aplicação suspeita' : 'Nova aplicação'}: ${name}${sayUntil(deadline, context.now)}`,
    preview: joinParts(data.empresa, describeChoice(data.faturamento), data.principais_desafios),
    kicker: warning ? 'Aplicação suspeita' : 'Nova aplicação',
    title: name,
    subtitle: joinParts(data.empresa, data.cargo),
    strip:
      deadline === null ? null : { ...writeDeadline(deadline, context.now), isUrgent: !warning },
    warning,
    actions: applicantActions(data, context, ABOUT),
    facts: [
      { label: 'Faturamento', value: describeChoice(data.faturamento) },
      { label: 'Prazo', value: describeChoice(data.cronograma) },
    ],
    answers: listAnswers(data),
    details: listDetails(data),
    replyTo: plainAddress(data.email),
  };
}

function sayUntil(deadline: number | null, now: number): string {
  if (deadline === null) return '';
  const moment = formatShort(deadline, now);
  return deadline < now ? `, prazo passou ${moment}` : `, responder até ${moment}`;
}

const writeDeadline = (deadline: number, now: number) => ({
  text: `${deadline < now ? 'O prazo era' : 'Responder até'} ${formatLong(deadline)}`,
  note: 'Horário de Brasília. É o prazo que a sua página promete.',
});

const listDetails = (data: ApplicationPayload): Fact[] => [
  numberFact(data.whatsapp),
  addressFact(data.email),
  ...instagramFact(data.instagram),
  { label: 'Recebida', value: formatDay(Date.parse(data.created_at)) },
  { label: 'Veio de', value: describeOrigin(data) },
  { label: 'Visita', value: describeVisit(data.tempo_jornada_segundos, data.paginas_visitadas) },
];

/** What was asked, as far as it was answered; two of them are not asked today. */
const listAnswers = (data: ApplicationPayload) =>
  [
    { question: 'Principais desafios', text: data.principais_desafios },
    { question: 'Objetivos', text: data.objetivos_movimento },
    { question: 'Orçamento', text: data.orcamento_investimento },
    { question: 'Experiência anterior', text: data.experiencia_anterior },
  ].filter(({ text }) => oneLine(text, MAX_LINE_LENGTH) !== '');

/** What is said of a draft, by what became of it. */
const KINDS = {
  'application.started': {
    kicker: 'Aplicação começada',
    strip: 'Passou da primeira etapa e pode estar escrevendo agora.',
    note: 'Se terminar, a aplicação inteira chega em outra mensagem.',
    about: 'Vi que você começou a sua aplicação. Posso ajudar em alguma coisa?',
  },
  'application.abandoned': {
    kicker: 'Aplicação abandonada',
    strip: 'Parou depois da primeira etapa, há mais de uma hora.',
    note: 'Uma mensagem hoje ainda pode trazer a pessoa de volta.',
    about: 'Vi que você começou a sua aplicação e não terminou. Posso ajudar em alguma coisa?',
  },
} as const;

/** Somebody left the first step of the application. */
export function writeDraftEmail(
  type: keyof typeof KINDS,
  data: DraftPayload,
  context: MailContext,
): Email {
  const { kicker, strip, note, about } = KINDS[type];
  const name = oneLine(data.nome, 60);
  return {
    ...EMPTY_EMAIL,
    subject: `${kicker}: ${name}`,
    preview: strip,
    kicker,
    title: name,
    strip: { text: strip, note, isUrgent: false },
    warning: describeSuspicion(data.suspect),
    actions: applicantActions(data, context, about),
    facts: [
      numberFact(data.whatsapp),
      addressFact(data.email),
      ...instagramFact(data.instagram),
      { label: 'Começada', value: formatDay(Date.parse(data.created_at)) },
      { label: 'Veio de', value: describeOrigin(data) },
    ],
    replyTo: plainAddress(data.email),
  };
}

type Applicant = Pick<DraftPayload, 'nome' | 'email' | 'wa_me' | 'lead_ref'>;

/** How an applicant is answered: chat, e-mail, or the console. */
function applicantActions(
  { nome, email, wa_me, lead_ref }: Applicant,
  { product, consoleUrl }: MailContext,
  about: string,
): Action[] {
  const chat = chatLink(wa_me, writeGreeting(nome, product, about));
  const address = plainAddress(email);
  return [
    ...(chat === null ? [] : [{ label: 'Responder no WhatsApp', href: chat }]),
    ...(address === null ? [] : [{ label: 'Responder por e-mail', href: mailLink(address) }]),
    ...(consoleUrl === null
      ? []
      : [
          {
            label: 'Abrir no painel',
            href: `${consoleUrl}/aplicacoes/${encodeURIComponent(lead_ref)}`,
          },
        ]),
  ];
}

/** The field begins with its `@`: alone it is empty. */
const instagramFact = (handle: string): Fact[] =>
  /^@?$/.test(handle) ? [] : [{ label: 'Instagram', value: handle }];
