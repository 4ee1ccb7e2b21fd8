-- Sales: what checkout platforms tell of them, and what that comes to. Out of reach of any API.

-- Every notice that proved to be its platform's, as it came. One row a body: a repeat adds none.
create table notices (
  -- Order of arrival.
  id integer primary key autoincrement,
  -- When it was stored: ISO time, UTC, as all times here.
  received_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- Whose notice: hotmart, kiwify, eduzz, hubla, ticto or tmb.
  platform text not null,
  -- SHA-256 of what makes it another notice: its body, and whether it came from a sandbox.
  digest blob not null,
  -- Headers that are needed to read it, by name.
  headers text not null,
  -- The body's bytes.
  body blob not null,
  -- Which of the platform's proofs it bore.
  proof text not null,
  -- Version of the adapter that read it last; null: not read yet.
  read_by integer,
  -- Why it was not understood; null: it was.
  trouble text,
  -- The platform's own identifier of the notice.
  notice_id text,
  -- What all notices of one sale share; null: it speaks of none.
  sale_key text,

  constraint digest_has_32_bytes check (length(digest) = 32),
  constraint body_has_at_most_256_kib check (length(body) <= 262144),
  constraint notice_is_stored_once unique (platform, digest)
) strict;
-- What is to be read.
create index notices_unread on notices (id) where read_by is null;
-- What is to be shown, and read again by a mended adapter.
create index notices_not_understood on notices (platform, read_by) where trouble is not null;
-- A sale's notices.
create index notices_by_sale on notices (platform, sale_key) where sale_key is not null;

-- One row a sale: what its notices come to (server/src/sales/sale.ts). Made anew from them at will.
create table sales (
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
  -- How its lead was found: reference, phone or email; null: it was not.
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
  constraint matched_by_is_known check (matched_by in ('reference', 'phone', 'email')),
  constraint lead_source_is_known check (lead_source in ('lead', 'application')),
  constraint match_is_whole check (
    (matched_by is null) = (lead_source is null) and (lead_id is null or lead_source = 'lead')
  )
) strict;
-- Lists in order of time, and reports of a period.
create index sales_by_begin on sales (begun_at, platform, sale_key);
create index sales_by_payment on sales (paid_at) where paid_at is not null;
-- A lead's sales.
create index sales_by_lead on sales (lead_ref) where lead_ref is not null;

-- By what a sale's lead may be found: a lead that is stored later looks here for its sales.
create table sale_keys (
  -- reference, phone or email.
  kind text not null,
  -- 32 hexadecimal digits, or a key of contract/src/person.ts.
  key text not null,
  -- The sale.
  platform text not null,
  sale_key text not null,

  primary key (kind, key, platform, sale_key)
) strict, without rowid;
-- A sale's keys, to write them anew.
create index sale_keys_by_sale on sale_keys (platform, sale_key);

-- A person's keys (contract/src/person.ts), written after the row in the background: one place decides
-- who is who. Null: not written yet; empty: a number too short to tell.
alter table leads add column phone_key text;
create index leads_by_phone on leads (phone_key) where phone_key is not null;
create index leads_without_key on leads (id) where phone_key is null;

alter table applications add column phone_key text;
alter table applications add column email_key text;
create index applications_by_phone on applications (phone_key) where phone_key is not null;
create index applications_by_email on applications (email_key) where email_key is not null;
create index applications_without_key on applications (save_id) where phone_key is null;

-- As it was: what counts of each application, without what the server writes beside it.
drop view newest_applications;
create view newest_applications as
  select save_id, id, created_at, suspect, nome, email, whatsapp, instagram, empresa, cargo,
    faturamento, principais_desafios, objetivos_movimento, cronograma, orcamento_investimento,
    experiencia_anterior, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
    origem_timestamp, tempo_jornada_segundos, paginas_visitadas
  from applications as saved
  where not exists (
    select 1 from applications as later
    where later.id = saved.id
      and (later.created_at, later.rowid) > (saved.created_at, saved.rowid)
  );
