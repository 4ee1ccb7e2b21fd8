-- Requests under the LGPD outlive the contact that they came from: what proves them is kind, days and a hash.

-- SHA-256 in hexadecimal of the contact's key (contract/src/person.ts), once the contact is gone; null: it stands there.
alter table lgpd_requests add column contact_sha256 text;
-- When the person was erased; null: not since the request.
alter table lgpd_requests add column erased_at text;
