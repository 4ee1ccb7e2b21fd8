-- Applications for the mentoring program, and drafts of them. A corrected first step, or an application sent again
-- with other answers, is a further row with the same id; the newest row counts. Sellers choose the questions: a column is
-- empty if content does not ask for it, or lets visitors skip it.

-- Sent applications. One row per sending with other answers.
create table public.applications (
  -- UUID of this save. A repeated save stores one row.
  save_id uuid not null primary key default gen_random_uuid(),
  -- UUIDv7 that the page creates when the form opens. The draft has the same id.
  id uuid not null,
  -- When the row was stored.
  created_at timestamptz not null default now(),
  -- Signs of a robot (contract/src/contacts/robot-signals.ts): comma-separated words; null: none.
  signals text default funil.request_signals(),
  -- Reasons to take it for a robot's; null: they do not mark it.
  suspect text default funil.request_suspicion(),
  -- Full name, as typed.
  nome text not null,
  -- Address the team answers to.
  email text not null,
  -- Phone as shown: '+' and digits, formatted for Brazil.
  whatsapp text not null,
  -- Handle with its '@'; empty or a lone '@' when not given.
  instagram text not null,
  -- Company or business.
  empresa text not null,
  -- Role in it.
  cargo text not null,
  -- Monthly revenue, one of the form's options.
  faturamento text not null,
  -- Main challenges, free text.
  principais_desafios text not null,
  -- The form does not ask this today; empty.
  objetivos_movimento text not null,
  -- When the applicant wants results, one of the form's options.
  cronograma text not null,
  -- The form does not ask this today; empty.
  orcamento_investimento text not null,
  -- Earlier consulting or mentoring, free text; may be empty.
  experiencia_anterior text not null,
  -- Answers to questions without a column: key → text, number or list of texts.
  respostas jsonb not null default '{}',
  -- Source of the visit; empty if unknown.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- When the visitor first arrived.
  origem_timestamp timestamptz not null,
  -- Whole seconds since the visit began.
  tempo_jornada_segundos integer not null,
  -- Page loads so far.
  paginas_visitadas integer not null,
  -- The person's keys (contract/src/contacts/person.ts), which a trigger writes; null: the number or address makes no key.
  phone_key text,
  email_key text,
  -- Order of arrival. PostgreSQL gives numbers before the commit.
  number bigint generated always as identity,

  constraint signals_are_short check (char_length(signals) <= 300),
  constraint suspect_is_short check (char_length(suspect) <= 300),
  constraint nome_has_at_most_200_characters check (char_length(nome) <= 200),
  constraint nome_has_2_visible_characters check (funil.visible_length(nome) >= 2),
  constraint email_has_one_at_and_a_dot check (
    char_length(email) <= 254 and email ~ '^[^@]+@[^@]+\.[^@]+$'
  ),
  constraint email_is_all_visible check (not funil.has_invisible(email)),
  constraint whatsapp_has_10_digits_and_at_most_40_characters check (
    char_length(whatsapp) <= 40 and funil.count_digits(whatsapp) >= 10
  ),
  -- Only contract/ checks letters beyond ASCII.
  constraint instagram_is_empty_or_a_handle check (
    char_length(instagram) <= 100 and instagram ~ '^(@([A-Za-z0-9._]|[^\u0001-\u007f])*)?$'
  ),
  constraint instagram_is_all_visible check (not funil.has_invisible(instagram)),
  constraint empresa_has_at_most_200_characters check (char_length(empresa) <= 200),
  constraint empresa_has_2_visible_characters check (empresa = '' or funil.visible_length(empresa) >= 2),
  constraint cargo_has_at_most_200_characters check (char_length(cargo) <= 200),
  constraint cargo_has_2_visible_characters check (cargo = '' or funil.visible_length(cargo) >= 2),
  constraint faturamento_is_an_option check (
    faturamento in ('', 'menos-5k', '5k-10k', '10k-30k', '30k-50k')
  ),
  constraint principais_desafios_has_at_most_5000_characters check (char_length(principais_desafios) <= 5000),
  constraint principais_desafios_has_10_visible_characters check (
    principais_desafios = '' or funil.visible_length(principais_desafios) >= 10
  ),
  constraint cronograma_is_an_option check (cronograma in ('', '6meses', '1ano', '2anos', '3anos+')),
  constraint other_texts_have_at_most_5000_characters check (
    greatest(char_length(objetivos_movimento), char_length(orcamento_investimento),
      char_length(experiencia_anterior)) <= 5000
  ),
  constraint respostas_are_answers check (funil.are_answers(respostas, array[
    'id', 'save_id', 'created_at', 'signals', 'suspect', 'number', 'phone_key', 'email_key', 'respostas', 'nome', 'email',
    'whatsapp', 'instagram', 'empresa', 'cargo', 'faturamento', 'principais_desafios', 'objetivos_movimento',
    'cronograma', 'orcamento_investimento', 'experiencia_anterior', 'utm_source', 'utm_medium', 'utm_campaign',
    'utm_content', 'utm_term', 'origem_timestamp', 'tempo_jornada_segundos', 'paginas_visitadas'
  ])),
  constraint utms_have_at_most_255_characters check (
    greatest(char_length(utm_source), char_length(utm_medium), char_length(utm_campaign),
      char_length(utm_content), char_length(utm_term)) <= 255
  ),
  constraint tempo_jornada_segundos_is_not_negative check (tempo_jornada_segundos >= 0),
  constraint paginas_visitadas_is_not_negative check (paginas_visitadas >= 0),
  -- PostgreSQL takes `infinity` as a time, too.
  constraint origem_timestamp_lies_between_2000_and_2099 check (
    origem_timestamp >= '2000-01-01T00:00:00Z' and origem_timestamp < '2100-01-01T00:00:00Z'
  )
);

-- Finds an application's rows, to read the newest one or to erase all.
create index applications_by_id on public.applications (id, created_at);
-- Finds the applications with the newest rows, to list them.
create index applications_by_time on public.applications (created_at);
-- Finds a person's applications.
create index applications_by_phone on public.applications (phone_key) where phone_key is not null;
create index applications_by_email on public.applications (email_key) where email_key is not null;

-- The newest row of each application: the answers that count.
create view public.newest_applications with (security_invoker = true) as
  select distinct on (id) id, created_at, suspect, nome, email, whatsapp, instagram, empresa, cargo,
    faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento,
    experiencia_anterior, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
    origem_timestamp, tempo_jornada_segundos, paginas_visitadas, save_id, respostas, signals
  from public.applications
  order by id, created_at desc, save_id desc;

alter table public.applications enable row level security;

create policy "An anonymous visitor may send an application" on public.applications
  for insert to anon with check (true);

revoke all on table public.applications from public, anon, authenticated;
revoke all on table public.newest_applications from public, anon, authenticated;
revoke all on sequence public.applications_number_seq from public, anon, authenticated;
grant insert (
  save_id, id, signals, suspect, nome, email, whatsapp, instagram, empresa, cargo, faturamento, principais_desafios,
  objetivos_movimento, cronograma, orcamento_investimento, experiencia_anterior, respostas, utm_source,
  utm_medium, utm_campaign, utm_content, utm_term, origem_timestamp, tempo_jornada_segundos,
  paginas_visitadas
) on public.applications to anon;

create trigger limit_request before insert on public.applications
  for each row when (coalesce(current_setting('request.headers', true), '') <> '')
  execute function funil.limit_request();

-- Finished first steps of the form. A draft without an application of the same id is an abandoned application.
create table public.application_drafts (
  -- UUID of this save. A repeated save stores one row.
  save_id uuid not null primary key default gen_random_uuid(),
  -- UUIDv7 that the page creates when the form opens. The application has the same id.
  id uuid not null,
  -- When the row was stored.
  created_at timestamptz not null default now(),
  -- Signs of a robot (contract/src/contacts/robot-signals.ts): comma-separated words; null: none.
  signals text default funil.request_signals(),
  -- Reasons to take it for a robot's; null: they do not mark it.
  suspect text default funil.request_suspicion(),
  -- Full name, as typed.
  nome text not null,
  -- Address the team answers to.
  email text not null,
  -- Phone as shown: '+' and digits, formatted for Brazil.
  whatsapp text not null,
  -- Handle with its '@'; empty or a lone '@' when not given.
  instagram text not null,
  -- Order of arrival. PostgreSQL gives numbers before the commit.
  number bigint generated always as identity,

  constraint signals_are_short check (char_length(signals) <= 300),
  constraint suspect_is_short check (char_length(suspect) <= 300),
  constraint nome_has_at_most_200_characters check (char_length(nome) <= 200),
  constraint nome_has_2_visible_characters check (funil.visible_length(nome) >= 2),
  constraint email_has_one_at_and_a_dot check (
    char_length(email) <= 254 and email ~ '^[^@]+@[^@]+\.[^@]+$'
  ),
  constraint email_is_all_visible check (not funil.has_invisible(email)),
  constraint whatsapp_has_10_digits_and_at_most_40_characters check (
    char_length(whatsapp) <= 40 and funil.count_digits(whatsapp) >= 10
  ),
  -- Only contract/ checks letters beyond ASCII.
  constraint instagram_is_empty_or_a_handle check (
    char_length(instagram) <= 100 and instagram ~ '^(@([A-Za-z0-9._]|[^\u0001-\u007f])*)?$'
  ),
  constraint instagram_is_all_visible check (not funil.has_invisible(instagram))
);

-- Finds a draft's rows, to read the newest one or to erase all.
create index application_drafts_by_id on public.application_drafts (id, created_at);
-- Finds the drafts with the newest rows, to list them.
create index application_drafts_by_time on public.application_drafts (created_at);

-- The newest row of each draft: the answers that count.
create view public.newest_application_drafts with (security_invoker = true) as
  select distinct on (id) id, created_at, suspect, nome, email, whatsapp, instagram, save_id, signals
  from public.application_drafts
  order by id, created_at desc, save_id desc;

alter table public.application_drafts enable row level security;

create policy "An anonymous visitor may leave a draft" on public.application_drafts
  for insert to anon with check (true);

revoke all on table public.application_drafts from public, anon, authenticated;
revoke all on table public.newest_application_drafts from public, anon, authenticated;
revoke all on sequence public.application_drafts_number_seq from public, anon, authenticated;
grant insert (save_id, id, signals, suspect, nome, email, whatsapp, instagram) on public.application_drafts to anon;

create trigger limit_request before insert on public.application_drafts
  for each row when (coalesce(current_setting('request.headers', true), '') <> '')
  execute function funil.limit_request();

-- The labels of the questions that were ever published, so that answers to removed questions stay readable.
create table funil.questions (
  key text primary key,
  label text not null,
  -- Labels of choices: JSON object of key → label.
  options jsonb not null default '{}',
  -- Place in the form; null: the published form does not ask it.
  position integer
);
alter table funil.questions enable row level security;

insert into funil.migrations (version) values (306);
