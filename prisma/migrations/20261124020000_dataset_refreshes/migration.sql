-- How the last attempt to refresh each dataset ended.
CREATE TABLE "dataset_refreshes" (
    "slug" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting'
        CHECK ("state" IN ('waiting', 'unchanged', 'renewed', 'refused', 'unreachable', 'moved')),
    "tried_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "url" TEXT,
    "etag" TEXT,
    "last_modified" TEXT,

    CONSTRAINT "dataset_refreshes_pkey" PRIMARY KEY ("slug")
);
