-- Message templates, requests under the data protection law (LGPD), and people whose erasure runs. No API exposes these tables.

-- Texts that open a conversation on WhatsApp.
create table funil.templates (
  id bigint generated always as identity primary key,
  name text not null,
  -- With its placeholders (contract/src/console/fill-template.ts).
  text text not null,
  -- Purpose (contract/src/console/templates.ts).
  purpose text not null,
  version integer not null default 1,

  constraint name_has_1_to_80_characters check (char_length(name) between 1 and 80),
  constraint text_has_1_to_2000_characters check (char_length(text) between 1 and 2000),
  constraint purpose_is_known check (
    purpose in (
      'lead', 'application', 'approved', 'refused', 'abandoned', 'pending', 'cart', 'buyer', 'refund'
    )
  )
);
alter table funil.templates enable row level security;
insert into funil.templates (name, text, purpose) values
  ('Primeira conversa', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Vi que você deixou seu contato com a gente. Posso tirar alguma dúvida para te ajudar a decidir?', 'lead'),
  ('Recebemos sua aplicação', 'Oi, {primeiro_nome}! Recebemos sua aplicação para a mentoria da {produto}. Vamos ler com calma e te responder em até {prazo}. Se quiser acrescentar algo, é só mandar por aqui.', 'application'),
  ('Aplicação aprovada', '{primeiro_nome}, boa notícia: sua aplicação para a mentoria da {produto} foi aprovada! Podemos marcar uma conversa para combinar os próximos passos? Que dia e horário ficam bons para você?', 'approved'),
  ('Aplicação não aprovada', 'Oi, {primeiro_nome}. Agradeço por contar sua história na aplicação para a mentoria da {produto}. Neste momento ela não é o melhor passo para você, porque {motivo}. Se fizer sentido, posso te indicar por onde começar.', 'refused'),
  ('Aplicação pela metade', 'Oi, {primeiro_nome}! Vi que você começou sua aplicação para a mentoria da {produto} e não chegou ao fim. Aconteceu algum problema? Se quiser, te ajudo a terminar por aqui.', 'abandoned'),
  ('Pagamento pendente', 'Oi, {primeiro_nome}! Para o seu pedido de {compra}, só falta o pagamento. Para concluir, é só usar este link: {link}' || chr(10) || 'Copia e cola: {copia_e_cola}', 'pending'),
  ('Carrinho abandonado', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Vi que você chegou até o pagamento e não concluiu. Ficou alguma dúvida, ou algo deu errado? Se quiser continuar, é por aqui: {link}', 'cart'),
  ('Boas-vindas', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Seu pagamento foi confirmado: boas-vindas! O acesso chega no seu e-mail. Se não encontrar, me chama por aqui que eu te ajudo.', 'buyer'),
  ('Depois do reembolso', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Seu reembolso foi registrado. Posso te perguntar o que faltou? Sua resposta nos ajuda a melhorar.', 'refund');

-- Requests of persons under the LGPD, and the date by which each must be answered. A request is kept after its contact
-- is erased: kind, dates and a hash prove it.
create table funil.lgpd_requests (
  id bigint generated always as identity primary key,
  -- access, erasure, correction, objection or other.
  kind text not null,
  -- E-mail or phone of the person, as given.
  contact text not null,
  note text not null default '',
  received_at timestamptz not null,
  due_at timestamptz not null,
  -- Null: open.
  done_at timestamptz,
  done_by text,
  version integer not null default 1,
  -- SHA-256 of the contact's key (contract/src/contacts/person.ts) in hexadecimal, once the contact is erased. Null: `contact` has it.
  contact_sha256 text,
  -- When the person was erased. Null: not since the request.
  erased_at timestamptz,

  constraint kind_is_known check (kind in ('access', 'erasure', 'correction', 'objection', 'other')),
  constraint contact_has_at_most_254_characters check (char_length(contact) <= 254),
  constraint note_has_at_most_5000_characters check (char_length(note) <= 5000)
);
alter table funil.lgpd_requests enable row level security;

-- Contacts of people whose erasure runs, as keyed hashes: a notice or a file that is read meanwhile does not bring them back.
create table funil.erasing_people (
  -- HMAC-SHA-256 of a person's key (contract/src/contacts/person.ts), in hexadecimal.
  digest text primary key,
  -- The key of the HMAC: random, one per erasure.
  secret text not null,
  -- The erasure removes its rows at its end. A row of an erasure that was killed, or that an import outlasts, counts until then.
  until timestamptz not null
);
alter table funil.erasing_people enable row level security;

insert into funil.migrations (version) values (314);
