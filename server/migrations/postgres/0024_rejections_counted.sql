-- Whether the rows of recorded traffic count a conversion among the rejected, which those of earlier versions do not:
-- what was never added must not be taken back.
ALTER TABLE conversions ADD COLUMN is_rejection_counted boolean NOT NULL DEFAULT false;
