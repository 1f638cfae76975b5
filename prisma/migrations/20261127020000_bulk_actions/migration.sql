-- Actions of staff on many rows, such as deletions by filter and exports: one event at the beginning and one at the end.
CREATE TABLE "bulk_actions" (
    "id" UUID NOT NULL,
    "begin_event_id" BIGINT NOT NULL,
    "end_event_id" BIGINT,
    "action" TEXT NOT NULL,
    "noun" TEXT NOT NULL,
    "matched" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "filter" JSONB,
    "reached_at" TIMESTAMPTZ(3),
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ended_at" TIMESTAMPTZ(3),
    "is_complete" BOOLEAN,

    CONSTRAINT "bulk_actions_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "bulk_actions_begin_event_id_key" ON "bulk_actions" ("begin_event_id");
