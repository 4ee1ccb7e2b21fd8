-- Sales: what checkout platforms tell of them, and what that comes to. Out of reach of any API.

-- Every notice that proved to be its platform's, as it came. One row a body: a repeat adds none.
create table funil.notices (
  -- Order of arrival.
  id bigint generated always as identity primary key,
  -- When it was stored.
  received_at timestamptz not null default now(),
  -- Whose notice: hotmart, kiwify, eduzz, hubla, ticto or tmb.
  platform text not null,
  -- SHA-256 of what makes it another notice: its body, and whether it came from a sandbox.
  digest bytea not null,
  -- Headers that are needed to read it, by name.
  headers text not null,
  -- The body's bytes.
  body bytea not null,
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

  constraint digest_has_32_bytes check (octet_length(digest) = 32),
  constraint body_has_at_most_256_kib check (octet_length(body) <= 262144),
  constraint notice_is_stored_once unique (platform, digest)
);
alter table funil.notices enable row level security;
-- What is to be read.
create index notices_unread on funil.notices (id) where read_by is null;
-- What is to be shown, and read again by a mended adapter.
create index notices_not_understood on funil.notices (platform, read_by) where trouble is not null;
-- A sale's notices.
create index notices_by_sale on funil.notices (platform, sale_key) where sale_key is not null;

-- One row a sale: what its notices come to (server/src/sales/sale.ts). Made anew from them at will.
create table funil.sales (
  -- Whose checkout.
  platform text not null,
  -- What the sale's notices share: nearly always the transaction.
  sale_key text not null,
  -- The transaction as the platform shows it.
  "transaction" text not null,
  -- How it stands.
  state text not null,
  -- In centavos; null: not told, or not in reais.
  value_cents bigint,
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
  begun_at timestamptz not null,
  -- When it came into each state; null: it did not.
  pending_at timestamptz,
  paid_at timestamptz,
  refunded_at timestamptz,
  chargeback_at timestamptz,
  canceled_at timestamptz,
  abandoned_at timestamptz,
  -- From the panel's test or a sandbox: counts nowhere.
  is_test boolean not null,
  -- How its lead was found: reference, phone or email; null: it was not.
  matched_by text,
  -- Whether that is a lead or an application.
  lead_source text,
  -- The lead's idempotency key, or the application's id; null for a lead that came without a key.
  lead_ref uuid,
  -- The lead's row; null for an application.
  lead_id bigint,
  -- How many leads and applications spoke for it in that way.
  candidates integer not null,
  -- When any of this changed.
  updated_at timestamptz not null default now(),

  primary key (platform, sale_key),
  constraint state_is_known check (
    state in ('pending', 'paid', 'refunded', 'chargeback', 'canceled', 'abandoned')
  ),
  constraint value_is_not_negative check (value_cents >= 0),
  constraint currency_has_three_letters check (currency ~ '^[A-Z]{3}$'),
  constraint matched_by_is_known check (matched_by in ('reference', 'phone', 'email')),
  constraint lead_source_is_known check (lead_source in ('lead', 'application')),
  constraint match_is_whole check (
    (matched_by is null) = (lead_source is null) and (lead_id is null or lead_source = 'lead')
  )
);
alter table funil.sales enable row level security;
-- Lists in order of time, and reports of a period.
create index sales_by_begin on funil.sales (begun_at, platform, sale_key);
create index sales_by_payment on funil.sales (paid_at) where paid_at is not null;
-- A lead's sales.
create index sales_by_lead on funil.sales (lead_ref) where lead_ref is not null;

-- By what a sale's lead may be found: a lead that is stored later looks here for its sales.
create table funil.sale_keys (
  -- reference, phone or email.
  kind text not null,
  -- 32 hexadecimal digits, or a key of contract/src/person.ts.
  key text not null,
  -- The sale.
  platform text not null,
  sale_key text not null,

  primary key (kind, key, platform, sale_key)
);
alter table funil.sale_keys enable row level security;
-- A sale's keys, to write them anew.
create index sale_keys_by_sale on funil.sale_keys (platform, sale_key);

-- A person's keys (contract/src/person.ts), written after the row in the background: one place decides
-- who is who. Null: not written yet; empty: a number too short to tell.
alter table public.leads add column phone_key text;
comment on column public.leads.phone_key is 'Area code and last eight digits; null until it is written.';
create index leads_by_phone on public.leads (phone_key) where phone_key is not null;
create index leads_without_key on public.leads (id) where phone_key is null;

alter table public.applications add column phone_key text, add column email_key text;
comment on column public.applications.phone_key is 'Area code and last eight digits; null until it is written.';
comment on column public.applications.email_key is 'The address in lower case; null until it is written.';
create index applications_by_phone on public.applications (phone_key) where phone_key is not null;
create index applications_by_email on public.applications (email_key) where email_key is not null;
create index applications_without_key on public.applications (save_id) where phone_key is null;

insert into funil.migrations (version) values (12);
