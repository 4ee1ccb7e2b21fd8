-- Who looks after a contact, when to talk to it again, dated notes, and whether it has paid.

-- Derived, as all of the row: what the contact's sales say (comprou, devolvido; null: nothing). `state` shows it in place
-- of the operators' state.
alter table funil.contacts add column money_state text,
  add constraint money_state_is_known check (money_state in ('comprou', 'devolvido'));
-- Copies of followups; follow_up_at (ms since 1970) is null once the contact has paid.
alter table funil.contacts add column owner text, add column follow_up_at bigint;
-- Lists an operator's contacts.
create index contacts_by_owner on funil.contacts (owner, kind, at, number) where owner is not null;
-- Finds the contacts to talk to today.
create index contacts_by_follow_up on funil.contacts (follow_up_at) where follow_up_at is not null;

update funil.contacts set money_state = 'devolvido', state = 'devolvido' where
  lead_id in (select lead_id from funil.sales where state in ('refunded', 'chargeback') and not is_test)
  or application_id in (
    select lead_ref from funil.sales
    where state in ('refunded', 'chargeback') and not is_test and lead_source = 'application');
update funil.contacts set money_state = 'comprou', state = 'comprou' where
  lead_id in (select lead_id from funil.sales where state = 'paid' and not is_test)
  or application_id in (
    select lead_ref from funil.sales where state = 'paid' and not is_test and lead_source = 'application');

-- Finds open checkouts, the newest first.
create index sales_abandoned on funil.sales (begun_at) where state = 'abandoned';
-- Finds payments that expired.
create index sales_lapsed on funil.sales (canceled_at) where state = 'canceled' and pending_at is not null;

-- Operators' notes about a lead or an application.
create table funil.contact_notes (
  id bigint generated always as identity primary key,
  -- lead:<number> or application:<uuid>.
  subject text not null,
  at timestamptz not null,
  -- The operator's e-mail address.
  written_by text not null,
  text text not null,

  constraint text_has_1_to_5000_characters check (char_length(text) between 1 and 5000)
);
alter table funil.contact_notes enable row level security;
-- Lists a contact's notes.
create index contact_notes_by_subject on funil.contact_notes (subject, id);
insert into funil.contact_notes (subject, at, written_by, text)
  select subject, changed_at, changed_by, note from funil.followups where note <> '';

-- The operator who looks after the contact, by e-mail address; null: none.
alter table funil.followups add column owner text;
-- When to talk to the contact again; null: no date.
alter table funil.followups add column follow_up_at timestamptz;
alter table funil.followups drop column note;

-- state, note, message, owner or follow_up. The detail: the new state, `removed` for an erased note, the template's name,
-- the new owner, or the new date.
alter table funil.followup_changes drop constraint kind_is_known,
  add constraint kind_is_known check (kind in ('state', 'note', 'message', 'owner', 'follow_up'));

-- Erases the search words, the operators' notes and the chosen sales of an erased contact.
create or replace function funil.erase_contact_details() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name text := coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
begin
  delete from funil.contact_search_words
    where number = old.number and word in (select jsonb_array_elements_text(old.words::jsonb));
  delete from funil.followups where subject = name;
  delete from funil.contact_notes where subject = name;
  delete from funil.followup_changes where subject = name;
  delete from funil.sale_matches where subject = name;
  return null;
end $$;

-- Texts for three more occasions.
alter table funil.templates drop constraint purpose_is_known,
  add constraint purpose_is_known check (
    purpose in (
      'lead', 'application', 'approved', 'refused', 'abandoned', 'pending', 'cart', 'buyer', 'refund'
    )
  );
update funil.templates
  set text = replace(text, 'Aqui é da equipe {produto}', 'Aqui é da equipe da {produto}'), version = version + 1
  where text like '%Aqui é da equipe {produto}%';
insert into funil.templates (name, text, purpose) values
  ('Carrinho abandonado', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Vi que você chegou até o pagamento e não concluiu. Ficou alguma dúvida, ou algo deu errado? Se quiser continuar, é por aqui: {link}', 'cart'),
  ('Boas-vindas', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Seu pagamento foi confirmado: boas-vindas! O acesso chega no seu e-mail. Se não encontrar, me chama por aqui que eu te ajudo.', 'buyer'),
  ('Depois do reembolso', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Seu reembolso foi registrado. Posso te perguntar o que faltou? Sua resposta nos ajuda a melhorar.', 'refund');

insert into funil.migrations (version) values (218);
