import type { User } from 'contract/user.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';
import { schemaResolver } from '#parts/schema-resolver.ts';
import { useAdminUpdateUser } from './admin-users.queries.ts';
import { useImageChoice } from './image-choice.ts';
import { updateFailure } from './profile.queries.ts';
import {
  hasChanges,
  showRefusedFields,
  showSaved,
  type UserDetailsInput,
  userDetailsFields,
  userDetailsForm,
  userDetailsOf,
} from './user-details.ts';

interface AdminUserInput extends UserDetailsInput {
  is_active: boolean;
  is_staff: boolean;
  is_premium_user: boolean;
}

function inputOf(user: User): AdminUserInput {
  const { is_active, is_staff, is_premium_user } = user;
  return { ...userDetailsOf(user), is_active, is_staff, is_premium_user };
}

/** Sent only when edited, so that a form that was opened earlier does not revert another admin's change. */
const sentWhenChanged = ['email', 'username', 'is_active', 'is_staff', 'is_premium_user'] as const;

const resolver = schemaResolver<AdminUserInput>(
  async () => (await import('contract/users.ts')).AdminUpdateUserBody,
);

/**
 * The form of another user's record: typed values stay until they are saved, also when the record is refetched; the
 * other fields take the refetched values.
 */
export function useAdminUserForm(user: User) {
  const { mutate, isPending } = useAdminUpdateUser();
  const image = useImageChoice();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<AdminUserInput>({
    resolver,
    defaultValues: inputOf(user),
    values: inputOf(user),
    resetOptions: { keepDirtyValues: true },
  });
  const { dirtyFields } = form.formState;

  function fail(error: Error) {
    showRefusedFields(form, error, [...userDetailsFields, 'is_active', 'is_staff', 'is_premium_user']);
    const refused = error instanceof ApiError && error.details['user_image'];
    if (refused) image.refuse(refused.join(' '));
    setFailure(updateFailure(error));
  }

  function save(input: AdminUserInput) {
    setFailure(null);
    const untouched = sentWhenChanged.filter((field) => !dirtyFields[field]);
    mutate(
      { userId: user.id, form: userDetailsForm(user, { ...input }, image, untouched) },
      {
        onSuccess: (response) => {
          showSaved(form, inputOf(response.user), input);
          image.keep();
        },
        onError: fail,
      },
    );
  }

  // An earlier failure is cleared.
  const submit = form.handleSubmit(save, () => setFailure(null));
  const isUnsaved = hasChanges(form.formState, image);
  return { form, image, submit, isUnsaved, isPending, failure };
}
