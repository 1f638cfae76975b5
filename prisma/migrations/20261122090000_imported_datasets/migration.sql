CREATE TABLE "imported_datasets" (
    "slug" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "imported_datasets_pkey" PRIMARY KEY ("slug")
);
