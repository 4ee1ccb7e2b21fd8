import { fieldLabel } from '@funil/contract/console/answer-labels';
import type { ApplicationPayload, DraftPayload } from '@funil/contract/deliveries/webhook-payloads';
import {
  EMPTY_EMAIL,
  type Email,
  type EmailAction,
  type LabeledValue,
  type MailContext,
} from '../layout.ts';
import {
  chatAction,
  consoleAction,
  describeOrigin,
  describeSuspicion,
  emailField,
  formatDayAndTime,
  formatLongTime,
  formatShortTime,
  joinWithDots,
  listAnswers,
  mailAction,
  phoneField,
  plainEmail,
  visitField,
} from '../phrases.ts';
import { toOneLine } from '../visitor-text.ts';

const CHAT_GREETING =
  'Recebemos a sua aplicação e queremos conversar com você. Qual é o melhor horário?';

export function writeApplicationEmail(data: ApplicationPayload, context: MailContext): Email {
  const name = toOneLine(data.nome, 60);
  const warning = describeSuspicion(data.suspect);
  const kicker = warning ? 'Aplicação suspeita' : 'Nova aplicação';
  const deadline = describeDeadline(data.reply_by, context.now);
  return {
    ...EMPTY_EMAIL,
    subject: `${kicker}: ${name}${deadline?.subject ?? ''}`,
    preview: joinWithDots(data.empresa, answerOf(data, 'faturamento'), data.principais_desafios),
    kicker,
    title: name,
    subtitle: joinWithDots(data.empresa, data.cargo),
    banner: deadline && {
      text: deadline.banner,
      note: 'Horário de Brasília. É o prazo que a sua página promete.',
      isUrgent: !warning,
    },
    warning,
    actions: applicantActions(data, context, CHAT_GREETING),
    fields: CHOICE_FIELDS.map((field) => ({
      label: fieldLabel(field),
      value: answerOf(data, field),
    })),
    answers: listAnswers(data, FIELDS_SHOWN_ABOVE),
    details: [
      ...applicantFields(data),
      { label: 'Recebida', value: formatDayAndTime(data.created_at) },
      { label: 'Veio de', value: describeOrigin(data) },
      visitField(data),
    ],
    replyTo: plainEmail(data.email),
  };
}

function describeDeadline(replyBy: string | null, now: number) {
  if (replyBy === null) return null;
  const deadline = Date.parse(replyBy);
  const [short, long] = [formatShortTime(deadline, now), formatLongTime(deadline)];
  return deadline < now
    ? { subject: `, prazo passou ${short}`, banner: `O prazo era ${long}` }
    : { subject: `, responder até ${short}`, banner: `Responder até ${long}` };
}

const CHOICE_FIELDS = ['faturamento', 'cronograma'] as const;
const FIELDS_SHOWN_ABOVE: readonly string[] = ['empresa', 'cargo', ...CHOICE_FIELDS];

const answerOf = (
  { perguntas = [] }: ApplicationPayload,
  field: (typeof CHOICE_FIELDS)[number],
): string => perguntas.find(({ chave }) => chave === field)?.resposta ?? '';

const DRAFT_TEXTS = {
  'application.started': {
    kicker: 'Aplicação começada',
    banner: 'Passou da primeira etapa e pode estar escrevendo agora.',
    note: 'Se terminar, a aplicação inteira chega em outra mensagem.',
    greeting: 'Vi que você começou a sua aplicação. Posso ajudar em alguma coisa?',
  },
  'application.abandoned': {
    kicker: 'Aplicação abandonada',
    banner: 'Parou depois da primeira etapa, há mais de uma hora.',
    note: 'Uma mensagem hoje ainda pode trazer a pessoa de volta.',
    greeting: 'Vi que você começou a sua aplicação e não terminou. Posso ajudar em alguma coisa?',
  },
} as const;

export function writeDraftEmail(
  type: keyof typeof DRAFT_TEXTS,
  data: DraftPayload,
  context: MailContext,
): Email {
  const { kicker, banner, note, greeting } = DRAFT_TEXTS[type];
  const name = toOneLine(data.nome, 60);
  return {
    ...EMPTY_EMAIL,
    subject: `${kicker}: ${name}`,
    preview: banner,
    kicker,
    title: name,
    banner: { text: banner, note, isUrgent: false },
    warning: describeSuspicion(data.suspect),
    actions: applicantActions(data, context, greeting),
    fields: [
      ...applicantFields(data),
      { label: 'Começada', value: formatDayAndTime(data.created_at) },
      { label: 'Veio de', value: describeOrigin(data) },
    ],
    replyTo: plainEmail(data.email),
  };
}

type Applicant = Omit<DraftPayload, `utm_${string}`>;

const applicantActions = (
  { nome: name, email, wa_me: waMe, lead_ref }: Applicant,
  context: MailContext,
  text: string,
): EmailAction[] => [
  ...chatAction({ label: 'Responder no WhatsApp', waMe, name, text }, context),
  ...mailAction('Responder por e-mail', email),
  ...consoleAction(`/pessoas/aplicacoes/${encodeURIComponent(lead_ref)}`, context),
];

const applicantFields = ({ whatsapp, email, instagram }: Applicant): LabeledValue[] => [
  phoneField(whatsapp),
  emailField(email),
  // The form's input already contains `@`.
  { label: 'Instagram', value: instagram === '@' ? '' : instagram },
];
