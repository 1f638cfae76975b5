-- The columns that rate-limiter-flexible reads and writes. Unlogged: written by every guest's write, and a crash of the
-- server may forget it.
DROP TABLE "rate_limit_counts";
CREATE UNLOGGED TABLE "rate_limit_counts" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_counts_pkey" PRIMARY KEY ("key")
);
