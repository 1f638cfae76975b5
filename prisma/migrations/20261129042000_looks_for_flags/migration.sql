-- Looks at the audit trail for the events of flags, which only their maker reads.
CREATE INDEX "audit_details_flag_looks_idx" ON "audit_details" ("event_id")
    WHERE "details"::jsonb -> 'filter' ->> 'action' IN ('createFlag', 'getFlag', 'answerFlag');
