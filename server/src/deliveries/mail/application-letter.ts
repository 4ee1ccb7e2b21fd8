import type { ApplicationPayload } from '@funil/contract/webhook-payloads';
import { applicantActions, instagramFact } from './applicant.ts';
import { addressFact, numberFact, plainAddress } from './contacts.ts';
import type { Desk, Fact, Letter } from './letter.ts';
import { PLAIN } from './letter.ts';
import { sayDay, sayLong, sayShort } from './moments.ts';
import { oneLine } from './typed-text.ts';
import { joined, LINE, sayChoice, sayOrigin, saySuspicion, sayVisit } from './words.ts';

const ABOUT = 'Recebemos a sua aplicação e queremos conversar com você. Qual é o melhor horário?';

/** Somebody applied: all answers, and until when to reply. */
export function writeApplication(data: ApplicationPayload, desk: Desk): Letter {
  const name = oneLine(data.nome, 60);
  const deadline = data.reply_by === null ? null : Date.parse(data.reply_by);
  const warning = saySuspicion(data.suspect);
  return {
    ...PLAIN,
    subject: `${warning ? 'Aplicação suspeita' : 'Nova aplicação'}: ${name}${sayUntil(deadline, desk.now)}`,
    preview: joined(data.empresa, sayChoice(data.faturamento), data.principais_desafios),
    kicker: warning ? 'Aplicação suspeita' : 'Nova aplicação',
    title: name,
    subtitle: joined(data.empresa, data.cargo),
    strip: deadline === null ? null : { ...writeDeadline(deadline, desk.now), isUrgent: !warning },
    warning,
    actions: applicantActions(data, desk, ABOUT),
    facts: [
      { label: 'Faturamento', value: sayChoice(data.faturamento) },
      { label: 'Prazo', value: sayChoice(data.cronograma) },
    ],
    answers: listAnswers(data),
    details: listDetails(data),
    replyTo: plainAddress(data.email),
  };
}

function sayUntil(deadline: number | null, now: number): string {
  if (deadline === null) return '';
  const moment = sayShort(deadline, now);
  return deadline < now ? `, prazo passou ${moment}` : `, responder até ${moment}`;
}

const writeDeadline = (deadline: number, now: number) => ({
  text: `${deadline < now ? 'O prazo era' : 'Responder até'} ${sayLong(deadline)}`,
  note: 'Horário de Brasília. É o prazo que a sua página promete.',
});

const listDetails = (data: ApplicationPayload): Fact[] => [
  numberFact(data.whatsapp),
  addressFact(data.email),
  ...instagramFact(data.instagram),
  { label: 'Recebida', value: sayDay(Date.parse(data.created_at)) },
  { label: 'Veio de', value: sayOrigin(data) },
  { label: 'Visita', value: sayVisit(data.tempo_jornada_segundos, data.paginas_visitadas) },
];

/** What was asked, as far as it was answered; two of them are not asked today. */
const listAnswers = (data: ApplicationPayload) =>
  [
    { question: 'Principais desafios', text: data.principais_desafios },
    { question: 'Objetivos', text: data.objetivos_movimento },
    { question: 'Orçamento', text: data.orcamento_investimento },
    { question: 'Experiência anterior', text: data.experiencia_anterior },
  ].filter(({ text }) => oneLine(text, LINE) !== '');
