-- A webhook that is taken off in the console may come back for a moment, and nothing is lost meanwhile.
-- When it was taken off: nothing is sent, what happens waits for it, and soon it is removed. Null: it stays.
alter table endpoints add column leaving_since text;
