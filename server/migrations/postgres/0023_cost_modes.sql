-- A cost entry adds to what its visits cost, corrects that by an amount below or above zero, or replaces all of it.
ALTER TABLE cost_entries
  ADD COLUMN mode text NOT NULL DEFAULT 'add' CHECK (mode IN ('add', 'correct', 'replace')),
  -- In which order they were entered, whatever clocks say: what an entry replaces are those before it.
  ADD COLUMN place bigint GENERATED ALWAYS AS IDENTITY,
  DROP CONSTRAINT cost_entries_amount_check,
  DROP CONSTRAINT cost_entries_original_amount_check,
  ADD CONSTRAINT cost_entries_amounts CHECK (
    CASE mode
      WHEN 'add' THEN amount > 0 AND original_amount > 0
      WHEN 'correct' THEN amount <> 0 AND sign(amount) = sign(original_amount)
      ELSE amount >= 0 AND original_amount >= 0
    END
  );
