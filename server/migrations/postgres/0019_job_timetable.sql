-- When each job of the workers is due. Whoever does one moves it to the end of a lease first, so that no other does it
-- too, and one whose process dies is done by the next.
CREATE TABLE job_timetable (
  name text PRIMARY KEY,
  due_at timestamptz NOT NULL
);

ALTER TABLE job_timetable ENABLE ROW LEVEL SECURITY;
ALTER TABLE job_timetable FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON job_timetable TO waypost_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON job_timetable TO waypost_system;
