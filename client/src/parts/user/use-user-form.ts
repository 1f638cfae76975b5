import type { User } from 'contract/user.ts';
import { userMessages } from 'contract/users.constants.ts';
import { useState } from 'react';
import { type DefaultValues, type Path, type PathValue, type Resolver, useForm } from 'react-hook-form';
import { ApiError, detailsOf } from '#api/api-error.ts';
import { refuseFields } from '#parts/form/refuse-fields.ts';
import { useImageChoice } from './image-choice.ts';
import type { UserDetailsInput } from './user-details.ts';

/**
 * Unsaved values survive a refetch of the record.
 * @param inputOf the values in the order of the fields.
 */
export function useUserForm<Input extends UserDetailsInput>(
  user: User,
  inputOf: (user: User) => Input,
  resolver: Resolver<Input>,
) {
  const image = useImageChoice();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Input>({
    resolver,
    defaultValues: inputOf(user) as DefaultValues<Input>,
    values: inputOf(user),
    resetOptions: { keepDirtyValues: true },
  });

  /** Values typed after the submit stay unsaved. */
  function showSaved(saved: User, sent: Input) {
    const typed = form.getValues();
    form.reset(inputOf(saved), { keepDirtyValues: false });
    for (const field of Object.keys(typed) as (Path<Input> & keyof Input)[]) {
      const value = typed[field] as PathValue<Input, typeof field>;
      if (value !== sent[field]) form.setValue(field, value, { shouldDirty: true });
    }
    image.keep();
  }

  function showFailure(error: Error) {
    setFailure(updateFailure(error));
    const details = detailsOf(error);
    const reasonOf = (field: string) => details[field]?.join(' ');
    refuseFields(form, Object.keys(inputOf(user)) as Path<Input>[], reasonOf);
    const imageReason = reasonOf('user_image');
    if (imageReason) image.refuse(imageReason);
  }

  /** Every try clears the failure of the previous one. */
  const submitWith = (save: (input: Input) => void) =>
    form.handleSubmit(
      (input) => {
        setFailure(null);
        save(input);
      },
      () => setFailure(null),
    );

  // `dirtyFields` survives a refetch of the record, `isDirty` does not.
  const isUnsaved =
    image.isRemoved || image.file !== null || Object.values(form.formState.dirtyFields).includes(true);

  return { form, image, failure, setFailure, isUnsaved, submitWith, showSaved, showFailure };
}

function updateFailure(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  if (error.hasServerMessage) return `Error updating user: ${error.message}`;
  return error.status === 0 ? 'Error updating user details' : userMessages.userUpdateFailed;
}
