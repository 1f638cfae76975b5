-- Why the answer of a question cannot be computed, found when it was drawn. Such a question is passed over.
ALTER TABLE "quiz_questions" ADD COLUMN "calculation_fault" TEXT;
