-- Visits, one row a session, and their totals a day: made of events in the background, and what reports
-- read. visits/ keeps them and can make them anew.

create table funil.visits (
  -- UUID of the visit.
  session_id uuid primary key,
  -- When its first event happened, by the visitor's clock.
  began_at timestamptz not null,
  -- When the newest of its events was stored.
  seen_at timestamptz not null,
  -- Number of the newest event that was counted.
  last_number bigint not null,
  -- Id of its first event: of two at one moment, the lesser.
  first_event uuid not null,
  -- Where it came from: of its first event, whole.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Pressed a button that opens a form.
  cta boolean not null,
  -- Typed in the lead dialog.
  form_start boolean not null,
  -- Left name and number.
  lead boolean not null,
  -- Went on to the checkout.
  checkout boolean not null,
  -- Came back having paid.
  purchase boolean not null,
  -- Sent an application for the mentoring programme.
  application boolean not null,
  -- Idempotency key of its newest lead.
  lead_ref uuid,
  -- Id of its newest application.
  application_ref uuid,
  -- Sections, forms, vitals and purchases; visit.ts says how.
  detail jsonb not null
) with (fillfactor = 85);

-- Finds the visit of a lead or an application.
create index visits_by_lead_ref on funil.visits (lead_ref) where lead_ref is not null;
create index visits_by_application_ref on funil.visits (application_ref)
  where application_ref is not null;

-- The report lists what visits say they bought.
create index visits_with_purchase on funil.visits (began_at) where purchase;

-- Where visits came from, by a hash: UTMs are longer than an index holds.
create table funil.visit_origins (
  origin text primary key,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null
);

-- Sums over visits, by the day of Brasília they began on.
create table funil.visit_totals (
  day date not null,
  -- Of visit_origins; empty where a total is of all origins.
  origin text not null,
  -- What is counted, such as lead or section.
  kind text not null,
  -- Which of them, such as the section's name.
  label text not null,
  -- Visits.
  visits bigint not null,
  -- Sum of what was measured, such as ms in view.
  amount bigint not null,
  primary key (day, origin, kind, label)
);

-- How far events have been read; one row.
create table funil.visit_progress (
  is_only boolean primary key default true check (is_only),
  -- Number up to which all events are in their visits.
  last_number bigint not null,
  -- Raised whenever visits are erased or begun anew.
  generation bigint not null
);
insert into funil.visit_progress (last_number, generation) values (0, 0);

insert into funil.migrations (version) values (14);
