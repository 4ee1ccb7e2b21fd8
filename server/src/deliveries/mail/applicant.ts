import type { DraftPayload } from '@funil/contract/webhook-payloads';
import { chatLink, mailLink, plainAddress } from './contacts.ts';
import { greet } from './greetings.ts';
import type { Action, Desk, Fact } from './letter.ts';

type Applicant = Pick<DraftPayload, 'nome' | 'email' | 'wa_me' | 'lead_ref'>;

/** How an applicant is answered: chat, e-mail, or the console. */
export function applicantActions(
  { nome, email, wa_me, lead_ref }: Applicant,
  { product, consoleUrl }: Desk,
  about: string,
): Action[] {
  const chat = chatLink(wa_me, greet(nome, product, about));
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
export const instagramFact = (handle: string): Fact[] =>
  /^@?$/.test(handle) ? [] : [{ label: 'Instagram', value: handle }];
