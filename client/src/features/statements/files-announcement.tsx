import { count } from 'contract/counts.ts';
import { useEffect, useRef } from 'react';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { joinText, nameOf } from './line-texts.ts';
import { focusFirstQuestion } from './use-focus-after-answer.ts';
import type { AccountFiles } from './use-account-files.ts';

/** Tells screen readers what was read, and moves the focus to the first question after files were added. */
export function FilesAnnouncement({ files }: { files: AccountFiles }) {
  const { loan, offset, reading } = files;
  const fileCount = loan.length + offset.length;
  const previous = useRef(fileCount);
  useEffect(() => {
    const isAdded = fileCount > previous.current;
    previous.current = fileCount;
    if (isAdded) focusFirstQuestion();
  }, [fileCount]);
  const questions = questionCount(files);
  const line = reading?.lines.find(({ reading: { sheet } }) => sheet.file === newestFile(files));
  const join = line && joinText(line, files);
  return (
    <VisuallyHidden>
      <output>
        {line &&
          `${nameOf(files, line.reading.sheet.file)}: ${count(line.reading.rows.length, 'row')}${join ? `, ${join}` : ''}. `}
        {questions > 0 && `${count(questions, 'question')}.`}
      </output>
    </VisuallyHidden>
  );
}

const newestFile = ({ loan, offset }: AccountFiles) =>
  [...loan, ...offset].toSorted((one, other) => Number(one.id.slice(4)) - Number(other.id.slice(4))).at(-1)
    ?.id;

function questionCount({ reading }: AccountFiles): number {
  const lines = reading?.lines ?? [];
  const readings = [...lines.map((line) => line.reading), ...(reading?.empty ?? [])];
  return (
    readings.reduce((sum, { asks, faults }) => sum + asks.size + faults.length, 0) +
    lines.filter(({ isAsked }) => isAsked).length +
    Number(reading?.must.has('account') ?? false) +
    Number(reading?.must.has('interest') ?? false)
  );
}
