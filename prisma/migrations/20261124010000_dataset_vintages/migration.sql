-- The figures of each dataset as they became known here. The release's file and earlier imports follow at the start.
CREATE TABLE "dataset_vintages" (
    "slug" TEXT NOT NULL,
    "known_from" TIMESTAMPTZ(3) NOT NULL,
    "sha256" TEXT NOT NULL,
    "origin" TEXT NOT NULL CHECK ("origin" IN ('built_in', 'import', 'refresh')),
    "published" DATE,
    "retrieved" DATE NOT NULL,
    "url" TEXT,
    "first" TEXT NOT NULL,
    "last" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "added" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL,
    "removed" INTEGER NOT NULL,

    CONSTRAINT "dataset_vintages_pkey" PRIMARY KEY ("slug", "known_from")
);

CREATE FUNCTION "refuse_vintage_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% refuses %: vintages are only added', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER "dataset_vintages_refuse_change" BEFORE UPDATE OR DELETE ON "dataset_vintages"
    FOR EACH ROW EXECUTE FUNCTION "refuse_vintage_change"();
CREATE TRIGGER "dataset_vintages_refuse_truncate" BEFORE TRUNCATE ON "dataset_vintages"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_vintage_change"();
