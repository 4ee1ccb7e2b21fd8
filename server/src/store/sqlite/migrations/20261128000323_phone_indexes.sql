
drop index leads_by_phone;
drop index applications_by_phone;

-- As before, with the condition of the index leads_by_form word by word: otherwise SQLite does not use the index.
drop trigger skip_repeated_lead;
create trigger skip_repeated_lead before insert on leads
when new.import_id is null and substr(coalesce(new.idempotency_key, ''), 15, 1) <> '8' and exists (
  select 1 from leads
  where phone_key = new.phone_key and nome = new.nome and substr(cast(idempotency_key as text), 15, 1) = '8'
    and created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-10 minutes')
) begin
  select raise(ignore);
end;
