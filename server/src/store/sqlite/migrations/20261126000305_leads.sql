-- Leads: name, phone and e-mail address from the lead dialog.

-- One row per confirmed submission.
create table leads (
  id integer primary key,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  idempotency_key text unique,
  suspect text,
  nome text not null,
  telefone text not null,
  email text,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Clicks on buttons before the submission: JSON list of {botao, timestamp, secao?}.
  botoes_clicados text not null,
  tempo_jornada_segundos integer not null,
  paginas_visitadas integer not null,
  origem_timestamp text not null,
  import_id integer,
  phone_key text,
  email_key text
) strict;

create index leads_by_phone on leads (phone_key) where phone_key is not null;
create index leads_by_email on leads (email_key) where email_key is not null;
create index leads_by_import on leads (import_id) where import_id is not null;
