-- The console: whom it lists and finds, what operators note beside, and what they decide by hand.

-- Where leads and applications came from, told apart once: rows refer to it by number.
create table subject_origins (
  id integer primary key,
  -- Of all four: UTMs are longer than an index holds.
  digest text not null unique,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  -- Rows of it, about: whether to look by origin or by time.
  listed integer not null default 0
) strict;
-- Filters by any of them.
create index subject_origins_by_campaign on subject_origins (utm_campaign);
create index subject_origins_by_source on subject_origins (utm_source);
create index subject_origins_by_content on subject_origins (utm_content);

-- Leads and applications as lists need them, narrow: written in the background (leads/contacts/), made anew
-- at will. Who erases a lead or an application erases its line.
create table subjects (
  number integer primary key autoincrement,
  -- lead or application.
  kind text not null,
  -- The lead's row.
  lead_id integer,
  -- The application's id, also of one that is only begun.
  application_id text,
  -- When its first row was stored: ms since 1970.
  at integer not null,
  -- When its newest row was stored, by which an application is known to be up to date.
  saved_at text not null,
  -- When its application was sent; null: not yet, or a lead.
  sent_at integer,
  origin integer not null references subject_origins,
  -- As in followups; novo without a row there.
  state text not null default 'novo',
  -- 0: not suspected, 1: somewhat, 2: filled the trap.
  suspect integer not null,
  -- started or sent; null: a lead.
  stage text,
  -- contract/src/person.ts; null: too short to tell, or none.
  phone_key text,
  email_key text,
  -- What it is found by: a JSON list of folded words, numbers and addresses.
  words text not null,

  constraint kind_is_known check (
    kind = 'lead' and lead_id is not null and application_id is null and stage is null
    or kind = 'application' and lead_id is null and application_id is not null and stage in ('started', 'sent')
  )
) strict;
create unique index subjects_by_lead on subjects (lead_id) where lead_id is not null;
create unique index subjects_by_application on subjects (application_id)
  where application_id is not null;
-- Lists: all that filters ask for stands in the index.
create index subjects_by_time on subjects (kind, at, number, origin, state, suspect, stage, saved_at);
create index subjects_by_state on subjects (kind, state, at, number, origin, suspect, stage, saved_at)
  where state <> 'novo';
create index subjects_suspected on subjects (at, number, kind, origin, state, suspect, stage, saved_at)
  where suspect > 0;
create index subjects_by_origin on subjects (origin, kind, at, number, state, suspect, stage, saved_at);
-- Applications of a day, and those that wait for an answer.
create index subjects_by_sending on subjects (sent_at) where sent_at is not null;
create index subjects_waiting on subjects (sent_at, number)
  where stage = 'sent' and state in ('novo', 'em_conversa');
-- A person's rows.
create index subjects_by_phone on subjects (phone_key) where phone_key is not null;
create index subjects_by_email on subjects (email_key) where email_key is not null;

-- By which words a subject is found.
create table subject_words (
  word text not null,
  number integer not null,
  primary key (word, number)
) strict, without rowid;

-- How far leads have been listed; one row.
create table subject_progress (
  is_only integer primary key default 1 check (is_only = 1),
  -- Number up to which all leads are listed.
  last_lead integer not null,
  -- Raised when rows of applications went: those that are left are looked through again.
  sweep integer not null
) strict;
insert into subject_progress (last_lead, sweep) values (0, 0);

-- What operators note beside a lead or an application.
create table followups (
  -- lead:<number> or application:<uuid>.
  subject text primary key,
  state text not null,
  note text not null default '',
  -- Rises with each change: whoever changes an older one is asked.
  version integer not null,
  -- E-mail of who changed it last, and when.
  changed_by text not null,
  changed_at text not null,

  constraint state_is_known check (
    state in ('novo', 'em_conversa', 'aprovado', 'recusado', 'comprou', 'perdido')
  ),
  constraint note_has_at_most_5000_characters check (length(note) <= 5000)
) strict;

-- What was done with a subject, for its story; notes' words are not kept twice.
create table followup_changes (
  id integer primary key autoincrement,
  subject text not null,
  at text not null,
  changed_by text not null,
  -- state, note or message.
  kind text not null,
  -- The new state, or the template's name; empty otherwise.
  detail text not null,

  constraint kind_is_known check (kind in ('state', 'note', 'message'))
) strict;
-- A subject's story.
create index followup_changes_by_subject on followup_changes (subject, id);

-- Who erases a lead or an application erases what was made of it.
create trigger leads_take_their_line after delete on leads begin
  delete from subjects where lead_id = old.id;
  -- The embedded database gives a number again once its row, the newest, is gone.
  update subject_progress set last_lead = coalesce((select max(id) from leads), 0)
    where last_lead > coalesce((select max(id) from leads), 0);
end;
create trigger applications_take_their_line after delete on applications begin
  delete from subjects where application_id = old.id;
  update subject_progress set sweep = sweep + 1;
end;
create trigger application_drafts_take_their_line after delete on application_drafts begin
  delete from subjects where application_id = old.id;
  update subject_progress set sweep = sweep + 1;
end;
create trigger subjects_take_what_is_known after delete on subjects begin
  delete from subject_words
    where number = old.number and word in (select value from json_each(old.words));
  delete from followups
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
  delete from followup_changes
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
  delete from sale_matches
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
end;

-- Finds an application's newest rows, to list them.
create index applications_by_time on applications (created_at);
create index application_drafts_by_time on application_drafts (created_at);

-- Visits of a day up to its hour.
create index visits_by_begin on visits (began_at);

-- What an operator decided of a sale's lead; it stands before what is found by key.
create table sale_matches (
  platform text not null,
  sale_key text not null,
  -- lead:<number> or application:<uuid>; null: none of them.
  subject text,
  changed_by text not null,
  changed_at text not null,
  primary key (platform, sale_key)
) strict;
-- Those of one who is to be forgotten.
create index sale_matches_by_subject on sale_matches (subject) where subject is not null;

-- Sales, whose lead may be matched by hand. SQLite changes a check by a new table.
create table sales_by_hand (
  -- Whose checkout.
  platform text not null,
  -- What the sale's notices share: nearly always the transaction.
  sale_key text not null,
  -- The transaction as the platform shows it.
  "transaction" text not null,
  -- How it stands.
  state text not null,
  -- In centavos; null: not told, or not in reais.
  value_cents integer,
  -- Three letters.
  currency text not null,
  -- pix, boleto, credit_card, or the platform's word.
  method text,
  -- What was bought.
  product_id text,
  product_name text,
  -- Who bought.
  buyer_name text,
  buyer_email text,
  buyer_phone text,
  -- The first that any notice tells.
  begun_at text not null,
  -- When it came into each state; null: it did not.
  pending_at text,
  paid_at text,
  refunded_at text,
  chargeback_at text,
  canceled_at text,
  abandoned_at text,
  -- 1: from the panel's test or a sandbox: counts nowhere.
  is_test integer not null,
  -- How its lead was found: reference, phone, email or hand; null: it was not. By hand it may be none.
  matched_by text,
  -- Whether that is a lead or an application.
  lead_source text,
  -- The lead's idempotency key, or the application's id; null for a lead that came without a key.
  lead_ref text,
  -- The lead's row; null for an application.
  lead_id integer,
  -- How many leads and applications spoke for it in that way.
  candidates integer not null,
  -- When any of this changed.
  updated_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  primary key (platform, sale_key),
  constraint state_is_known check (
    state in ('pending', 'paid', 'refunded', 'chargeback', 'canceled', 'abandoned')
  ),
  constraint value_is_not_negative check (value_cents >= 0),
  constraint currency_has_three_letters check (currency glob '[A-Z][A-Z][A-Z]'),
  constraint matched_by_is_known check (matched_by in ('reference', 'phone', 'email', 'hand')),
  constraint lead_source_is_known check (lead_source in ('lead', 'application')),
  constraint match_is_whole check (
    (matched_by is 'hand' or (matched_by is null) = (lead_source is null))
    and (matched_by is not null or lead_source is null)
    and (lead_id is null or lead_source = 'lead')
  )
) strict;
insert into sales_by_hand select * from sales order by rowid;
drop table sales;
alter table sales_by_hand rename to sales;
-- Lists in order of time, and reports of a period.
create index sales_by_begin on sales (begun_at, platform, sale_key);
create index sales_by_payment on sales (paid_at) where paid_at is not null;
-- A lead's sales.
create index sales_by_lead on sales (lead_ref) where lead_ref is not null;
create index sales_by_lead_row on sales (lead_id) where lead_id is not null;
-- Whether anything is new.
create index sales_by_update on sales (updated_at);
-- What waits to be paid, and what has no lead.
create index sales_pending on sales (begun_at) where state = 'pending';
create index sales_without_lead on sales (begun_at) where lead_source is null;

-- Texts that open a conversation.
create table templates (
  id integer primary key autoincrement,
  name text not null,
  -- With its placeholders (contract/src/console/fill-template.ts).
  text text not null,
  -- What it is for: contract/src/console/templates.ts.
  purpose text not null,
  version integer not null default 1,

  constraint name_has_1_to_80_characters check (length(name) between 1 and 80),
  constraint text_has_1_to_2000_characters check (length(text) between 1 and 2000),
  constraint purpose_is_known check (
    purpose in ('lead', 'application', 'approved', 'refused', 'abandoned', 'pending')
  )
) strict;
insert into templates (name, text, purpose) values
  ('Primeira conversa', 'Oi, {primeiro_nome}! Aqui é da equipe {produto}. Vi que você deixou seu contato com a gente. Posso tirar alguma dúvida para te ajudar a decidir?', 'lead'),
  ('Recebemos sua aplicação', 'Oi, {primeiro_nome}! Recebemos sua aplicação para a mentoria da {produto}. Vamos ler com calma e te responder em até {prazo}. Se quiser acrescentar algo, é só mandar por aqui.', 'application'),
  ('Aplicação aprovada', '{primeiro_nome}, boa notícia: sua aplicação para a mentoria da {produto} foi aprovada! Podemos marcar uma conversa para combinar os próximos passos? Que dia e horário ficam bons para você?', 'approved'),
  ('Aplicação não aprovada', 'Oi, {primeiro_nome}. Obrigado por contar sua história na aplicação para a mentoria da {produto}. Neste momento entendemos que ela não é o melhor passo para você. Se fizer sentido, posso te indicar por onde começar.', 'refused'),
  ('Aplicação pela metade', 'Oi, {primeiro_nome}! Vi que você começou sua aplicação para a mentoria da {produto} e não chegou ao fim. Aconteceu algum problema? Se quiser, te ajudo a terminar por aqui.', 'abandoned'),
  ('Pagamento pendente', 'Oi, {primeiro_nome}! Seu pedido de {produto} está reservado, só falta o pagamento. Se o Pix ou o boleto venceu, é só usar este link: {link}', 'pending');

-- What persons ask for by the law (LGPD), and until when it must be answered.
create table lgpd_requests (
  id integer primary key autoincrement,
  -- access, erasure, correction, objection or other.
  kind text not null,
  -- Who asks, as they gave it.
  contact text not null,
  note text not null default '',
  received_at text not null,
  due_at text not null,
  -- Null: open.
  done_at text,
  done_by text,
  version integer not null default 1,

  constraint kind_is_known check (kind in ('access', 'erasure', 'correction', 'objection', 'other')),
  constraint contact_has_at_most_254_characters check (length(contact) <= 254),
  constraint note_has_at_most_5000_characters check (length(note) <= 5000)
) strict;

-- Lists of deliveries in the order in which they were made.
create index deliveries_by_time on deliveries (created_at, id);
