-- Visits, one row a session, and their totals a day: made of events in the background, and what reports
-- read. visits/ keeps them and can make them anew.

create table visits (
  -- UUID of the visit, 16 bytes.
  session_id blob not null,
  -- When its first event happened, by the visitor's clock: ms since 1970.
  began_at integer not null,
  -- When the newest of its events was stored: ms since 1970.
  seen_at integer not null,
  -- Number of the newest event that was counted.
  last_number integer not null,
  -- Id of its first event, 16 bytes: of two at one moment, the lesser.
  first_event blob not null,
  -- Where it came from: of its first event, whole.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Pressed a button that opens a form: 0 or 1, as the next five.
  cta integer not null,
  -- Typed in the lead dialog.
  form_start integer not null,
  -- Left name and number.
  lead integer not null,
  -- Went on to the checkout.
  checkout integer not null,
  -- Came back having paid.
  purchase integer not null,
  -- Sent an application for the mentoring programme.
  application integer not null,
  -- Idempotency key of its newest lead.
  lead_ref text,
  -- Id of its newest application.
  application_ref text,
  -- Sections, forms, vitals and purchases: JSON; visit.ts says how.
  detail text not null
) strict;

-- Finds the visit that an event belongs to.
create unique index visits_by_session on visits (session_id);

-- Finds the visit of a lead or an application.
create index visits_by_lead_ref on visits (lead_ref) where lead_ref is not null;
create index visits_by_application_ref on visits (application_ref)
  where application_ref is not null;

-- The report lists what visits say they bought.
create index visits_with_purchase on visits (began_at) where purchase = 1;

-- Where visits came from, by a hash.
create table visit_origins (
  origin text primary key,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null
) strict, without rowid;

-- Sums over visits, by the day of Brasília they began on.
create table visit_totals (
  -- AAAA-MM-DD.
  day text not null,
  -- Of visit_origins; empty where a total is of all origins.
  origin text not null,
  -- What is counted, such as lead or section.
  kind text not null,
  -- Which of them, such as the section's name.
  label text not null,
  -- Visits.
  visits integer not null,
  -- Sum of what was measured, such as ms in view.
  amount integer not null,
  primary key (day, origin, kind, label)
) strict, without rowid;

-- How far events have been read; one row.
create table visit_progress (
  is_only integer primary key default 1 check (is_only = 1),
  -- Number up to which all events are in their visits.
  last_number integer not null,
  -- Raised whenever visits are erased or begun anew.
  generation integer not null
) strict;
insert into visit_progress (last_number, generation) values (0, 0);
