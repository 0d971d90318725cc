-- "Alert" is the term that the panel, the API and the documentation use.
ALTER TABLE alarm_rules RENAME TO alert_rules;
ALTER TABLE alarm_watches RENAME TO alert_watches;
ALTER TABLE alarm_messages RENAME TO alert_messages;
ALTER TABLE alarms RENAME TO alerts;
ALTER TABLE alarm_receivers RENAME TO alert_receivers;
ALTER TABLE alarm_deliveries RENAME TO alert_deliveries;

ALTER INDEX alarm_messages_age RENAME TO alert_messages_age;
ALTER INDEX alarms_current RENAME TO alerts_current;
ALTER INDEX alarms_newest RENAME TO alerts_newest;
ALTER INDEX alarms_age RENAME TO alerts_age;
ALTER INDEX alarms_message RENAME TO alerts_message;
ALTER INDEX alarm_deliveries_due RENAME TO alert_deliveries_due;
ALTER INDEX alarm_deliveries_receiver RENAME TO alert_deliveries_receiver;

-- Messages that are waiting to be sent keep their meaning under the new name.
ALTER TABLE alert_messages DROP CONSTRAINT alarm_messages_type_check;
SET LOCAL ROLE waypost_system;
UPDATE alert_messages SET type = replace(type, 'alarms.', 'alerts.');
RESET ROLE;
ALTER TABLE alert_messages ADD CONSTRAINT alert_messages_type_check CHECK (type IN ('alerts.changed', 'alerts.test'));
