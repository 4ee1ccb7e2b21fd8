-- The console: whom it lists and finds, what operators note beside, and what they decide by hand.

-- Where leads and applications came from, told apart once: rows refer to it by number.
create table funil.subject_origins (
  id integer generated always as identity primary key,
  -- Of all four: UTMs are longer than an index holds.
  digest text not null unique,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  -- Rows of it, about: whether to look by origin or by time.
  listed integer not null default 0
);
alter table funil.subject_origins enable row level security;
-- Filters by any of them.
create index subject_origins_by_campaign on funil.subject_origins (utm_campaign);
create index subject_origins_by_source on funil.subject_origins (utm_source);
create index subject_origins_by_content on funil.subject_origins (utm_content);

-- Leads and applications as lists need them, narrow: written in the background (leads/contacts/), made anew
-- at will. Who erases a lead or an application erases its line.
create table funil.subjects (
  number bigint generated always as identity primary key,
  -- lead or application.
  kind text not null,
  -- The lead's row.
  lead_id bigint,
  -- The application's id, also of one that is only begun.
  application_id uuid,
  -- When its first row was stored: ms since 1970.
  at bigint not null,
  -- When its newest row was stored, by which an application is known to be up to date.
  saved_at timestamptz not null,
  -- When its application was sent; null: not yet, or a lead.
  sent_at bigint,
  origin integer not null references funil.subject_origins,
  -- As in followups; novo without a row there.
  state text not null default 'novo',
  -- 0: not suspected, 1: somewhat, 2: filled the trap.
  suspect smallint not null,
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
);
alter table funil.subjects enable row level security;
create unique index subjects_by_lead on funil.subjects (lead_id) where lead_id is not null;
create unique index subjects_by_application on funil.subjects (application_id)
  where application_id is not null;
-- Lists: all that filters ask for stands in the index.
create index subjects_by_time on funil.subjects (kind, at, number, origin, state, suspect, stage, saved_at);
create index subjects_by_state on funil.subjects (kind, state, at, number, origin, suspect, stage, saved_at)
  where state <> 'novo';
create index subjects_suspected on funil.subjects (at, number, kind, origin, state, suspect, stage, saved_at)
  where suspect > 0;
create index subjects_by_origin on funil.subjects (origin, kind, at, number, state, suspect, stage, saved_at);
-- Applications of a day, and those that wait for an answer.
create index subjects_by_sending on funil.subjects (sent_at) where sent_at is not null;
create index subjects_waiting on funil.subjects (sent_at, number)
  where stage = 'sent' and state in ('novo', 'em_conversa');
-- A person's rows.
create index subjects_by_phone on funil.subjects (phone_key) where phone_key is not null;
create index subjects_by_email on funil.subjects (email_key) where email_key is not null;

-- By which words a subject is found.
create table funil.subject_words (
  word text collate "C" not null,
  number bigint not null,
  primary key (word, number)
);
alter table funil.subject_words enable row level security;

-- How far leads have been listed; one row.
create table funil.subject_progress (
  is_only boolean primary key default true check (is_only),
  -- Number up to which all leads are listed.
  last_lead bigint not null,
  -- Raised when rows of applications went: those that are left are looked through again.
  sweep bigint not null
);
alter table funil.subject_progress enable row level security;
insert into funil.subject_progress (last_lead, sweep) values (0, 0);

-- What operators note beside a lead or an application.
create table funil.followups (
  -- lead:<number> or application:<uuid>.
  subject text primary key,
  state text not null,
  note text not null default '',
  -- Rises with each change: whoever changes an older one is asked.
  version integer not null,
  -- E-mail of who changed it last, and when.
  changed_by text not null,
  changed_at timestamptz not null,

  constraint state_is_known check (
    state in ('novo', 'em_conversa', 'aprovado', 'recusado', 'comprou', 'perdido')
  ),
  constraint note_has_at_most_5000_characters check (char_length(note) <= 5000)
);
alter table funil.followups enable row level security;

-- What was done with a subject, for its story; notes' words are not kept twice.
create table funil.followup_changes (
  id bigint generated always as identity primary key,
  subject text not null,
  at timestamptz not null,
  changed_by text not null,
  -- state, note or message.
  kind text not null,
  -- The new state, or the template's name; empty otherwise.
  detail text not null,

  constraint kind_is_known check (kind in ('state', 'note', 'message'))
);
alter table funil.followup_changes enable row level security;
-- A subject's story.
create index followup_changes_by_subject on funil.followup_changes (subject, id);

-- Who erases a lead or an application erases what was made of it, whatever rights he has in this schema.
create function funil.take_lines_of_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from funil.subjects using gone where lead_id = gone.id;
  return null;
end $$;
create trigger leads_take_their_lines after delete on public.leads
  referencing old table as gone for each statement execute function funil.take_lines_of_leads();

create function funil.take_lines_of_applications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from funil.subjects using gone where application_id = gone.id;
  update funil.subject_progress set sweep = sweep + 1;
  return null;
end $$;
create trigger applications_take_their_lines after delete on public.applications
  referencing old table as gone for each statement execute function funil.take_lines_of_applications();
create trigger application_drafts_take_their_lines after delete on public.application_drafts
  referencing old table as gone for each statement execute function funil.take_lines_of_applications();

create function funil.take_what_is_known() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name text := coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
begin
  delete from funil.subject_words
    where number = old.number and word in (select jsonb_array_elements_text(old.words::jsonb));
  delete from funil.followups where subject = name;
  delete from funil.followup_changes where subject = name;
  delete from funil.sale_matches where subject = name;
  return null;
end $$;
create trigger subjects_take_what_is_known after delete on funil.subjects
  for each row execute function funil.take_what_is_known();

-- Finds an application's newest rows, to list them.
create index applications_by_time on public.applications (created_at);
create index application_drafts_by_time on public.application_drafts (created_at);

-- Visits of a day up to its hour.
create index visits_by_begin on funil.visits (began_at);

-- What an operator decided of a sale's lead; it stands before what is found by key.
create table funil.sale_matches (
  platform text not null,
  sale_key text not null,
  -- lead:<number> or application:<uuid>; null: none of them.
  subject text,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (platform, sale_key)
);
alter table funil.sale_matches enable row level security;
-- Those of one who is to be forgotten.
create index sale_matches_by_subject on funil.sale_matches (subject) where subject is not null;

-- Sales, whose lead may be matched by hand; by hand it may also be none.
alter table funil.sales
  drop constraint matched_by_is_known,
  add constraint matched_by_is_known check (matched_by in ('reference', 'phone', 'email', 'hand')),
  drop constraint match_is_whole,
  add constraint match_is_whole check (
    (matched_by is not distinct from 'hand' or (matched_by is null) = (lead_source is null))
    and (matched_by is not null or lead_source is null)
    and (lead_id is null or lead_source = 'lead')
  );
-- A lead's sales, also of one that came without a key.
create index sales_by_lead_row on funil.sales (lead_id) where lead_id is not null;
-- Whether anything is new.
create index sales_by_update on funil.sales (updated_at);
-- What waits to be paid, and what has no lead.
create index sales_pending on funil.sales (begun_at) where state = 'pending';
create index sales_without_lead on funil.sales (begun_at) where lead_source is null;

-- Texts that open a conversation.
create table funil.templates (
  id bigint generated always as identity primary key,
  name text not null,
  -- With its placeholders (contract/src/console/fill-template.ts).
  text text not null,
  -- What it is for: contract/src/console/templates.ts.
  purpose text not null,
  version integer not null default 1,

  constraint name_has_1_to_80_characters check (char_length(name) between 1 and 80),
  constraint text_has_1_to_2000_characters check (char_length(text) between 1 and 2000),
  constraint purpose_is_known check (
    purpose in ('lead', 'application', 'approved', 'refused', 'abandoned', 'pending')
  )
);
alter table funil.templates enable row level security;
insert into funil.templates (name, text, purpose) values
  ('Primeira conversa', 'Oi, {primeiro_nome}! Aqui é da equipe {produto}. Vi que você deixou seu contato com a gente. Posso tirar alguma dúvida para te ajudar a decidir?', 'lead'),
  ('Recebemos sua aplicação', 'Oi, {primeiro_nome}! Recebemos sua aplicação para a mentoria da {produto}. Vamos ler com calma e te responder em até {prazo}. Se quiser acrescentar algo, é só mandar por aqui.', 'application'),
  ('Aplicação aprovada', '{primeiro_nome}, boa notícia: sua aplicação para a mentoria da {produto} foi aprovada! Podemos marcar uma conversa para combinar os próximos passos? Que dia e horário ficam bons para você?', 'approved'),
  ('Aplicação não aprovada', 'Oi, {primeiro_nome}. Obrigado por contar sua história na aplicação para a mentoria da {produto}. Neste momento entendemos que ela não é o melhor passo para você. Se fizer sentido, posso te indicar por onde começar.', 'refused'),
  ('Aplicação pela metade', 'Oi, {primeiro_nome}! Vi que você começou sua aplicação para a mentoria da {produto} e não chegou ao fim. Aconteceu algum problema? Se quiser, te ajudo a terminar por aqui.', 'abandoned'),
  ('Pagamento pendente', 'Oi, {primeiro_nome}! Seu pedido de {produto} está reservado, só falta o pagamento. Se o Pix ou o boleto venceu, é só usar este link: {link}', 'pending');

-- What persons ask for by the law (LGPD), and until when it must be answered.
create table funil.lgpd_requests (
  id bigint generated always as identity primary key,
  -- access, erasure, correction, objection or other.
  kind text not null,
  -- Who asks, as they gave it.
  contact text not null,
  note text not null default '',
  received_at timestamptz not null,
  due_at timestamptz not null,
  -- Null: open.
  done_at timestamptz,
  done_by text,
  version integer not null default 1,

  constraint kind_is_known check (kind in ('access', 'erasure', 'correction', 'objection', 'other')),
  constraint contact_has_at_most_254_characters check (char_length(contact) <= 254),
  constraint note_has_at_most_5000_characters check (char_length(note) <= 5000)
);
alter table funil.lgpd_requests enable row level security;

-- Lists of deliveries in the order in which they were made.
create index deliveries_by_time on funil.deliveries (created_at, id);

insert into funil.migrations (version) values (18);
