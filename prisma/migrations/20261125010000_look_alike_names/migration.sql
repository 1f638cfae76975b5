-- Equal for names that look the same: with other spaces, invisible characters, letter case or Unicode form. The invisible
-- characters are Default_Ignorable_Code_Point of Unicode, U+2800 is a Braille pattern without dots.
CREATE FUNCTION "look_alike_key" ("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(upper(normalize(btrim(regexp_replace(
    regexp_replace("name",
        '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
        '', 'g'),
    '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g')), NFC)));

-- Categories that differ in nothing that a reader sees are told apart by their position.
UPDATE "quiz_categories" AS category SET "name" = category."name" || ' (' || category."position" || ')'
FROM "quiz_categories" AS earlier
WHERE earlier."position" < category."position"
  AND "look_alike_key"(earlier."name") = "look_alike_key"(category."name");

DROP INDEX "quiz_categories_name_key";
CREATE UNIQUE INDEX "quiz_categories_name_key" ON "quiz_categories" ("look_alike_key"("name"));
