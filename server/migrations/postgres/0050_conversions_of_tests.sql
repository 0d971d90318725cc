-- Whether the visit of a conversion is a test: such conversions are in no figure, so alarms do not count them either. The
-- panel names the transactions of its test conversions.
ALTER TABLE conversions ADD COLUMN is_test boolean NOT NULL DEFAULT false;
UPDATE conversions SET is_test = true WHERE transaction_id LIKE 'waypost-test%';
