-- Sales, which are computed from notices, and what operators decide about them. No API exposes these tables.

-- One row per sale, computed from all its notices (sales/reduce-sale.ts) and rebuilt at any time.
create table sales (
  platform text not null,
  sale_key text not null,
  "transaction" text not null,
  state text not null,
  value_cents integer,
  net_cents integer,
  fee_cents integer,
  commission_cents integer,
  refunded_cents integer default 0,
  currency text not null,
  method text,
  product_id text,
  product_name text,
  buyer_name text,
  buyer_email text,
  buyer_phone text,
  begun_at text not null,
  pending_at text,
  paid_at text,
  refunded_at text,
  chargeback_at text,
  canceled_at text,
  abandoned_at text,
  expires_at text,
  payment_code text,
  payment_code_until text,
  subscription text,
  charge_number integer,
  order_id text not null,
  installments integer,
  source text not null default 'notice',
  -- 1: a test of the platform's panel, a sandbox sale or one with a test mark, which no total counts.
  is_test integer not null,
  matched_by text,
  lead_source text,
  lead_ref text,
  lead_id integer,
  candidates integer not null,
  updated_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),

  primary key (platform, sale_key),
  constraint state_is_known check (
    state in ('pending', 'paid', 'refunded', 'chargeback', 'canceled', 'abandoned')
  ),
  constraint value_is_not_negative check (value_cents >= 0),
  constraint net_is_not_negative check (net_cents >= 0),
  constraint fee_is_not_negative check (fee_cents >= 0),
  constraint commission_is_not_negative check (commission_cents >= 0),
  constraint refunded_is_not_negative check (refunded_cents >= 0),
  constraint source_is_known check (source in ('notice', 'api', 'import')),
  constraint matched_by_is_known check (matched_by in ('reference', 'phone', 'email', 'hand')),
  constraint lead_source_is_known check (lead_source in ('lead', 'application')),
  constraint match_is_complete check (
    (matched_by is 'hand' or (matched_by is null) = (lead_source is null))
    and (matched_by is not null or lead_source is null)
    and (lead_id is null or lead_source = 'lead')
  )
) strict;
create index sales_by_begin on sales (begun_at, platform, sale_key);
create index sales_by_payment on sales (paid_at) where paid_at is not null;
create index sales_by_lead on sales (lead_ref) where lead_ref is not null;
create index sales_by_lead_row on sales (lead_id) where lead_id is not null;
create index sales_by_shown_time on sales (coalesce(paid_at, begun_at), platform, sale_key);
create index sales_by_update on sales (updated_at);
create index sales_pending on sales (begun_at) where state = 'pending';
create index sales_abandoned on sales (begun_at) where state = 'abandoned';
create index sales_lapsed on sales (canceled_at) where state = 'canceled' and pending_at is not null;
create index sales_without_lead on sales (begun_at) where lead_source is null;
create index sales_by_expiry on sales (expires_at) where state = 'pending' and expires_at is not null;
create index sales_by_code_expiry on sales (payment_code_until) where payment_code_until is not null;
create index sales_by_subscription on sales (platform, subscription) where subscription is not null;
create index sales_by_order on sales (platform, order_id);

-- Keys by which a sale's lead is found. A lead that is stored after its sale finds the sale here.
create table sale_keys (
  kind text not null,
  key text not null,
  platform text not null,
  sale_key text not null,

  primary key (kind, key, platform, sale_key)
) strict, without rowid;
create index sale_keys_by_sale on sale_keys (platform, sale_key);

-- Partial refunds: amounts that were refunded before the complete sale was.
create table sale_refunds (
  platform text not null,
  sale_key text not null,
  at text not null,
  cents integer,

  primary key (platform, sale_key, at),
  constraint cents_are_positive check (cents > 0)
) strict, without rowid;

-- Whose share of a co-production is the net, with which the platform's sales were computed. No row: unknown.
create table sale_accounts (
  platform text primary key,
  role text not null,

  constraint role_is_known check (role in ('producer', 'coproducer'))
) strict;

-- Leads that an operator chose for sales. An operator's choice overrides the match by key.
create table sale_matches (
  platform text not null,
  sale_key text not null,
  subject text,
  changed_by text not null,
  changed_at text not null,
  primary key (platform, sale_key)
) strict;
create index sale_matches_by_subject on sale_matches (subject) where subject is not null;

-- Sales that an operator marked as an own test purchase, which no total counts.
create table sale_test_marks (
  platform text not null,
  sale_key text not null,
  marked_by text not null,
  marked_at text not null,
  primary key (platform, sale_key)
) strict;

-- Names of the sales whose buyers were erased: later notices, lists and files of the same purchase stay without the buyer.
create table erased_sales (
  key text not null,
  platform text not null,
  kind text not null,

  primary key (key, platform, kind),
  constraint kind_is_known check (kind in ('sale', 'subscription'))
) strict, without rowid;

-- Amounts that operators state of partial refunds whose notices do not.
create table sale_refund_amounts (
  platform text not null,
  sale_key text not null,
  cents integer not null,
  stated_by text not null,
  stated_at text not null,
  primary key (platform, sale_key),
  constraint cents_are_positive check (cents > 0)
) strict;

-- When a sale first reached each state that is delivered, in the order in which this became known. A rebuilt sale
-- adds no row for a state that is here, so that no event is delivered twice.
create table sale_milestones (
  number integer primary key autoincrement,
  platform text not null,
  sale_key text not null,
  state text not null,
  happened_at text not null,
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- 1: the notice arrived more than two days after the event, as history that a seller sends again.
  is_late integer not null default 0,

  constraint milestone_is_known check (state in ('pending', 'paid', 'refunded', 'chargeback')),
  constraint reached_once unique (platform, sale_key, state)
) strict;
