-- Who looks after a contact, when to talk to it again, dated notes, and whether it has paid.

-- Derived, as all of the row: what the contact's sales say (comprou, devolvido; null: nothing). `state` shows it in place
-- of the operators' state.
alter table contacts add column money_state text
  constraint money_state_is_known check (money_state in ('comprou', 'devolvido'));
-- Copies of followups; follow_up_at (ms since 1970) is null once the contact has paid.
alter table contacts add column owner text;
alter table contacts add column follow_up_at integer;
create index contacts_by_owner on contacts (owner, kind, at, number) where owner is not null;
create index contacts_by_follow_up on contacts (follow_up_at) where follow_up_at is not null;

update contacts set money_state = 'devolvido', state = 'devolvido' where
  lead_id in (select lead_id from sales where state in ('refunded', 'chargeback') and not is_test)
  or application_id in (
    select lead_ref from sales
    where state in ('refunded', 'chargeback') and not is_test and lead_source = 'application');
update contacts set money_state = 'comprou', state = 'comprou' where
  lead_id in (select lead_id from sales where state = 'paid' and not is_test)
  or application_id in (
    select lead_ref from sales where state = 'paid' and not is_test and lead_source = 'application');

-- Finds open checkouts, the newest first, and payments that expired.
create index sales_abandoned on sales (begun_at) where state = 'abandoned';
create index sales_lapsed on sales (canceled_at) where state = 'canceled' and pending_at is not null;

-- Operators' notes about a lead or an application.
create table contact_notes (
  id integer primary key autoincrement,
  subject text not null,
  at text not null,
  written_by text not null,
  text text not null,

  constraint text_has_1_to_5000_characters check (length(text) between 1 and 5000)
) strict;
create index contact_notes_by_subject on contact_notes (subject, id);
insert into contact_notes (subject, at, written_by, text)
  select subject, changed_at, changed_by, note from followups where note <> '';

drop trigger erase_contact_details;

create table followups_with_owner (
  subject text primary key,
  state text not null,
  owner text,
  follow_up_at text,
  version integer not null,
  changed_by text not null,
  changed_at text not null,

  constraint state_is_known check (
    state in ('novo', 'em_conversa', 'aprovado', 'recusado', 'comprou', 'perdido')
  )
) strict;
insert into followups_with_owner (subject, state, version, changed_by, changed_at)
  select subject, state, version, changed_by, changed_at from followups;
drop table followups;
alter table followups_with_owner rename to followups;

create table more_followup_changes (
  id integer primary key autoincrement,
  subject text not null,
  at text not null,
  changed_by text not null,
  kind text not null,
  detail text not null,

  constraint kind_is_known check (kind in ('state', 'note', 'message', 'owner', 'follow_up'))
) strict;
insert into more_followup_changes select * from followup_changes;
drop table followup_changes;
alter table more_followup_changes rename to followup_changes;
create index followup_changes_by_subject on followup_changes (subject, id);

create trigger erase_contact_details after delete on contacts begin
  delete from contact_search_words
    where number = old.number and word in (select value from json_each(old.words));
  delete from followups
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
  delete from contact_notes
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
  delete from followup_changes
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
  delete from sale_matches
    where subject = coalesce('lead:' || old.lead_id, 'application:' || old.application_id);
end;

-- Texts for three more occasions.
create table more_templates (
  id integer primary key autoincrement,
  name text not null,
  text text not null,
  purpose text not null,
  version integer not null default 1,

  constraint name_has_1_to_80_characters check (length(name) between 1 and 80),
  constraint text_has_1_to_2000_characters check (length(text) between 1 and 2000),
  constraint purpose_is_known check (
    purpose in (
      'lead', 'application', 'approved', 'refused', 'abandoned', 'pending', 'cart', 'buyer', 'refund'
    )
  )
) strict;
insert into more_templates select * from templates;
drop table templates;
alter table more_templates rename to templates;
update templates
  set text = replace(text, 'Aqui é da equipe {produto}', 'Aqui é da equipe da {produto}'), version = version + 1
  where text like '%Aqui é da equipe {produto}%';
insert into templates (name, text, purpose) values
  ('Carrinho abandonado', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Vi que você chegou até o pagamento e não concluiu. Ficou alguma dúvida, ou algo deu errado? Se quiser continuar, é por aqui: {link}', 'cart'),
  ('Boas-vindas', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Seu pagamento foi confirmado: boas-vindas! O acesso chega no seu e-mail. Se não encontrar, me chama por aqui que eu te ajudo.', 'buyer'),
  ('Depois do reembolso', 'Oi, {primeiro_nome}! Aqui é da equipe da {produto}. Seu reembolso foi registrado. Posso te perguntar o que faltou? Sua resposta nos ajuda a melhorar.', 'refund');
