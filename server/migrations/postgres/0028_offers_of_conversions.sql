-- The offer that a conversion counts for, with its network: the one that was clicked, which need not be the one that was
-- drawn with the visit. Rows that take it back have to name the same. Without an offer it is that of the visit.
ALTER TABLE conversions ADD COLUMN offer_id uuid, ADD COLUMN affiliate_network_id uuid;
