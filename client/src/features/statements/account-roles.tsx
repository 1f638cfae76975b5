import { accountKey, type AccountRole } from 'engine/account-files/questions.ts';
import type { Place } from 'engine/account-files/reading.ts';
import { LabelledSelect } from '#ui/controls/labelled-select.tsx';
import { setRole } from './table-rows.ts';
import type { AccountFiles } from './use-account-files.ts';

const roleOptions: readonly (readonly [AccountRole, string])[] = [
  ['loan', 'Loan'],
  ['offset', 'Offset'],
  ['unused', 'Not used'],
];

interface AccountRolesProps {
  file: string;
  place: Place;
  files: AccountFiles;
}

/** What each of the accounts in a file is, at the first line of the file. */
export function AccountRoles({ file, place, files }: AccountRolesProps) {
  const names = files.reading?.accounts.find((each) => each.file === file)?.names ?? [];
  if (names.length === 0 || (place === 'loan' && files.reading?.must.has('account'))) return null;
  return (
    <div className="flex flex-wrap gap-4">
      {names.map((name) => (
        <LabelledSelect
          key={name}
          label={`Account ${name}`}
          className="w-auto min-w-[8.5rem]"
          value={roleIn(files, file, name)}
          options={roleOptions}
          onChange={({ target: { value } }) =>
            void files.answer((answers) =>
              setRole(answers, accountKey({ file, account: name }), value as AccountRole),
            )
          }
        />
      ))}
    </div>
  );
}

function roleIn({ reading, answers }: AccountFiles, file: string, name: string): AccountRole {
  const line = reading?.lines.find(({ reading: { sheet } }) => sheet.file === file && sheet.account === name);
  if (!line) return answers.roles?.get(accountKey({ file, account: name })) ?? 'unused';
  return line.account === 'loan' ? 'loan' : 'offset';
}
