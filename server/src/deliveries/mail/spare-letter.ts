import { type Action, type Letter, PLAIN } from './letter.ts';

const CHAT = 'https://wa.me/';

/**
 * The same news without a word of a visitor's, for mail servers that refuse what somebody typed: a
 * text that looks like an advertisement or a trap must not cost the seller the news.
 */
export function writeSpare({ kicker, strip, actions }: Letter): Letter {
  return {
    ...PLAIN,
    subject: `${kicker}: o filtro de e-mail recusou o texto`,
    preview: 'A mensagem inteira foi recusada; o aviso chega sem ela.',
    kicker,
    title: 'Texto recusado pelo filtro de e-mail',
    strip,
    warning:
      'O servidor de e-mail recusou a mensagem inteira, talvez por algo que alguém digitou. Leia com npm run applications, leads ou sales, e não abra endereços que não conhece.',
    actions: actions.flatMap(withoutWords),
  };
}

/** A chat without its greeting, which has a name in it; no address of anybody. */
function withoutWords({ label, href }: Action): Action[] {
  if (href.startsWith('mailto:')) return [];
  return [{ label, href: href.startsWith(CHAT) ? href.replace(/\?.*$/, '') : href }];
}
