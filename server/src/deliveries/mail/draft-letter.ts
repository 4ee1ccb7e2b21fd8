import type { DraftPayload } from '@funil/contract/webhook-payloads';
import { applicantActions, instagramFact } from './applicant.ts';
import { addressFact, numberFact, plainAddress } from './contacts.ts';
import { type Desk, type Letter, PLAIN } from './letter.ts';
import { sayDay } from './moments.ts';
import { oneLine } from './typed-text.ts';
import { sayOrigin, saySuspicion } from './words.ts';

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
export function writeDraft(type: keyof typeof KINDS, data: DraftPayload, desk: Desk): Letter {
  const { kicker, strip, note, about } = KINDS[type];
  const name = oneLine(data.nome, 60);
  return {
    ...PLAIN,
    subject: `${kicker}: ${name}`,
    preview: strip,
    kicker,
    title: name,
    strip: { text: strip, note, isUrgent: false },
    warning: saySuspicion(data.suspect),
    actions: applicantActions(data, desk, about),
    facts: [
      numberFact(data.whatsapp),
      addressFact(data.email),
      ...instagramFact(data.instagram),
      { label: 'Começada', value: sayDay(Date.parse(data.created_at)) },
      { label: 'Veio de', value: sayOrigin(data) },
    ],
    replyTo: plainAddress(data.email),
  };
}
