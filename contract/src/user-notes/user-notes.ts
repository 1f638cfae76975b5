import { z } from 'zod';
import { Id, Timestamp, visibleText } from 'contract/fields.ts';
import { listOf, saved } from 'contract/responses.ts';
import { empty, route } from 'contract/route.ts';
import { UserIdPath } from 'contract/users/user.ts';
import { userNoteLimits, userNoteMessages } from './user-notes.constants.ts';

export const UserNote = z
  .object({
    id: Id,
    text: z.string(),
    author: z.string().nullable().describe('A username, or null if that user was deleted.'),
    created_at: Timestamp,
  })
  .meta({ id: 'UserNote' });
export type UserNote = z.infer<typeof UserNote>;

const exampleNote: UserNote = {
  id: '01930a4e-7c00-7000-8000-000000000022',
  text: 'Confirmed the new phone number by a call.',
  author: 'grace',
  created_at: '2026-01-31T02:03:04.567Z',
};

const UserNoteBody = z.strictObject({ text: visibleText(userNoteLimits.textMaxLength) });

export const listUserNotes = route('listUserNotes', {
  summary: 'List the notes on a user',
  params: UserIdPath,
  response: listOf(UserNote, exampleNote, 'The latest first.'),
  errors: ['view_reason_required'],
});

export const createUserNote = route('createUserNote', {
  summary: 'Write a note on a user',
  description: `For other staff. The user’s export contains the text and the time, but not the author. At most ${userNoteLimits.notes} notes on each user.`,
  params: UserIdPath,
  body: UserNoteBody,
  bodyExample: { text: exampleNote.text },
  responses: {
    201: saved('note', UserNote, {
      msg: userNoteMessages.created,
      example: exampleNote,
      description: 'Saved.',
    }),
  },
  errors: ['conflict'],
});

export const deleteUserNote = route('deleteUserNote', {
  summary: 'Delete a note on a user',
  description: `Its author within ${userNoteLimits.deletableMinutes} minutes, and superusers always.`,
  params: UserIdPath.extend({ id: Id }),
  responses: { 204: empty('The note is deleted.') },
});
