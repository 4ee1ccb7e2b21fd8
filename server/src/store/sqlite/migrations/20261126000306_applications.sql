-- Applications for the mentoring program, and drafts of them. A corrected first step, or an application sent again
-- with other answers, is a further row with the same id; the newest row counts.

-- Sent applications. One row per sending with other answers.
create table applications (
  save_id text not null primary key,
  id text not null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  suspect text,
  nome text not null,
  email text not null,
  whatsapp text not null,
  instagram text not null,
  empresa text not null,
  cargo text not null,
  faturamento text not null,
  principais_desafios text not null,
  objetivos_movimento text not null,
  cronograma text not null,
  orcamento_investimento text not null,
  experiencia_anterior text not null,
  -- JSON object.
  respostas text not null default '{}',
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  origem_timestamp text not null,
  tempo_jornada_segundos integer not null,
  paginas_visitadas integer not null,
  phone_key text,
  email_key text
) strict;

create index applications_by_id on applications (id, created_at);
create index applications_by_time on applications (created_at);
create index applications_by_phone on applications (phone_key) where phone_key is not null;
create index applications_by_email on applications (email_key) where email_key is not null;

-- The newest row of each application: the answers that count.
create view newest_applications as
  select save_id, id, created_at, suspect, nome, email, whatsapp, instagram, empresa, cargo,
    faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento,
    experiencia_anterior, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
    origem_timestamp, tempo_jornada_segundos, paginas_visitadas, respostas
  from applications as saved
  where not exists (
    select 1 from applications as later
    where later.id = saved.id
      and (later.created_at, later.rowid) > (saved.created_at, saved.rowid)
  );

-- Finished first steps of the form. A draft without an application of the same id is an abandoned application.
create table application_drafts (
  save_id text not null primary key,
  id text not null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  suspect text,
  nome text not null,
  email text not null,
  whatsapp text not null,
  instagram text not null
) strict;

create index application_drafts_by_id on application_drafts (id, created_at);
create index application_drafts_by_time on application_drafts (created_at);

-- The newest row of each draft: the answers that count.
create view newest_application_drafts as
  select save_id, id, created_at, suspect, nome, email, whatsapp, instagram from application_drafts as saved
  where not exists (
    select 1 from application_drafts as later
    where later.id = saved.id
      and (later.created_at, later.rowid) > (saved.created_at, saved.rowid)
  );

-- The labels of the questions that were ever published, so that answers to removed questions stay readable.
create table questions (
  key text primary key,
  label text not null,
  -- Labels of choices: JSON object of key → label.
  options text not null default '{}',
  -- Place in the form; null: the published form does not ask it.
  position integer
) strict;
