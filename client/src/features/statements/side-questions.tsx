import { count } from 'contract/counts.ts';
import { plainText } from 'engine/account-files/kinds.ts';
import type { AccountRow } from 'engine/account-files/reading.ts';
import { groupBy } from 'engine/group-by.ts';
import { useState } from 'react';
import { formatAud } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { LabelledAnswer } from './answer-select.tsx';
import type { SheetProps } from './column-corrections.tsx';
import { Question } from './question.tsx';

/** More answers are folded, so that what is next stays near on a phone. */
const mostUnfolded = 3;

/** Whether rows add or reduce, once for each text, or for each row. The answers stay, to be changed. */
export function SideQuestions({ reading: { sheet, rows }, place, files }: SheetProps) {
  /** The texts of which each row is answered by itself. */
  const [single, setSingle] = useState<ReadonlySet<string>>(new Set());
  const answers = files.answers.files.get(sheet.file)?.sides;
  const asked = rows.filter(
    ({ cents, number, follows }) => cents === null || (!follows && answers?.has(number)),
  );
  const keyOf = ({ texts, number }: AccountRow) => {
    const text = plainText(texts);
    return single.has(text) ? `${number} ${text}` : text;
  };
  const groups = [...groupBy(asked, keyOf).values()];
  const open = groups.find((group) => group.some(({ cents }) => cents === null));
  const answered = groups.filter((group) => group.every(({ cents }) => cents !== null));
  const answer = (group: readonly AccountRow[], adds?: boolean) =>
    files.answerOf([sheet.file], ({ sides = [] }) => {
      const changed = new Map(sides);
      for (const { number } of group)
        if (adds === undefined) changed.delete(number);
        else changed.set(number, adds);
      return { sides: changed };
    });
  /** Asks about all rows of a text again, each by itself or together. */
  const askAgain = ([row]: readonly AccountRow[]) => {
    const text = plainText(row!.texts);
    setSingle(
      (texts) => new Set(texts.has(text) ? [...texts].filter((each) => each !== text) : [...texts, text]),
    );
    answer(asked.filter(({ texts }) => plainText(texts) === text));
  };
  const otherWay = (group: readonly AccountRow[]) => [
    ...(group.length > 1 ? ['Each row by itself'] : []),
    ...(single.has(plainText(group[0]!.texts)) ? ['All rows alike'] : []),
  ];
  const what = place === 'loan' ? 'what you owe' : 'the balance';
  return (
    <>
      {answered.length > 0 && (
        <Question title="" isAnswered>
          <details open={answered.length <= mostUnfolded}>
            <summary>{`Adds or reduces: ${count(answered.length, 'answer')}`}</summary>
            <div className="flex min-w-0 flex-wrap items-end gap-3 pt-3">
              {answered.map((group) => (
                <LabelledAnswer
                  key={group[0].number}
                  label={groupText(group)}
                  value={answers?.get(group[0].number) ? 'adds' : 'reduces'}
                  options={[
                    ['adds', 'It adds'],
                    ['reduces', 'It reduces'],
                    ...otherWay(group).map((text) => ['again', text] as const),
                  ]}
                  answer={(value) => (value === 'again' ? askAgain(group) : answer(group, value === 'adds'))}
                />
              ))}
            </div>
          </details>
        </Question>
      )}
      {open && (
        <Question
          // The focus must not stay on an answer when the question is another.
          key={`${open[0].number} ${open.length}`}
          title={`${rowText(open[0])}: does it add to ${what}?`}
        >
          {open.length > 1 && (
            <p className="w-full">{`Your answer is used for ${open.length} rows with this text.`}</p>
          )}
          <Button onClick={() => answer(open, true)}>It adds</Button>
          <Button onClick={() => answer(open, false)}>It reduces</Button>
          {otherWay(open).map((text) => (
            <Button key={text} variant="ghost" onClick={() => askAgain(open)}>
              {text}
            </Button>
          ))}
        </Question>
      )}
    </>
  );
}

const rowText = ({ number, texts, size }: AccountRow) =>
  `Row ${number}, “${texts.join(' ')}”, ${formatAud(size / 100)}`;

const groupText = (group: readonly AccountRow[]) =>
  group.length > 1 ? `“${group[0]!.texts.join(' ')}”, ${count(group.length, 'row')}` : rowText(group[0]!);
