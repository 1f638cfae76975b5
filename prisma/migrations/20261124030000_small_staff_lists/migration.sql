-- Notices and questions are dozens to thousands of rows: Prisma counts and sorts them without a trigger and without an
-- index of their own.
DROP TRIGGER "list_total_inserts" ON "notices";
DROP TRIGGER "list_total_deletes" ON "notices";
DROP TRIGGER "list_total_truncates" ON "notices";
DROP TRIGGER "list_total_inserts" ON "quiz_questions";
DROP TRIGGER "list_total_deletes" ON "quiz_questions";
DROP TRIGGER "list_total_truncates" ON "quiz_questions";
DELETE FROM "list_totals" WHERE "list" IN ('notices', 'quiz_questions');
DROP INDEX "notices_title_sort_idx";
DROP INDEX "quiz_questions_text_sort_idx";
-- What a search compares and a sort by name orders, as in quiz_questions.
ALTER TABLE "notices" ADD COLUMN "search_text" TEXT COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (lower("title" || chr(10) || "text")) STORED;
