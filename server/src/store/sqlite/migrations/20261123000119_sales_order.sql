-- Lists sales by the time that the console shows: of the payment, else of the begin.
create index sales_by_shown_time on sales (coalesce(paid_at, begun_at), platform, sale_key);
