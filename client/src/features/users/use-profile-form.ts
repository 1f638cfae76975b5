import { accountMessages } from 'contract/accounts.constants.ts';
import { userMessages } from 'contract/users.constants.ts';
import type { User } from 'contract/user.ts';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { userProfilePath } from '#parts/paths.ts';
import { schemaResolver } from '#parts/schema-resolver.ts';
import { useImageChoice } from './image-choice.ts';
import { isRecentSignIn, needsCurrentPassword, updateFailure, useUpdateUser } from './profile.queries.ts';
import {
  hasChanges,
  showRefusedFields,
  showSaved,
  type UserDetailsInput,
  userDetailsFields,
  userDetailsForm,
  userDetailsOf,
} from './user-details.ts';

interface ProfileInput extends UserDetailsInput {
  current_password: string;
}

const inputOf = (user: User): ProfileInput => ({ ...userDetailsOf(user), current_password: '' });

const resolver = schemaResolver<ProfileInput>(async () => (await import('contract/users.ts')).UpdateUserBody);

/**
 * The form of the user's own record: typed values stay until they are saved, also when the record is refetched; the
 * other fields take the refetched values.
 */
export function useProfileForm(user: User) {
  const { mutate, isPending } = useUpdateUser();
  const navigate = useNavigate();
  const image = useImageChoice();
  const [failure, setFailure] = useState<string | null>(null);
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const form = useForm<ProfileInput>({
    resolver,
    defaultValues: inputOf(user),
    values: inputOf(user),
    resetOptions: { keepDirtyValues: true },
  });
  const isEmailTyped = form.formState.dirtyFields.email === true;
  const [email, newPassword] = useWatch({ control: form.control, name: ['email', 'new_password'] });
  const isNewEmail = isEmailTyped && ![user.email, user.pending_email].includes(email.trim());
  const isSensitive = newPassword !== '' || isNewEmail;
  const needsPassword = isPasswordAsked || (isSensitive && !isRecentSignIn(user));

  useEffect(() => {
    if (isPasswordAsked) form.setFocus('current_password');
  }, [isPasswordAsked, form]);

  function demandPassword(message: string) {
    setPasswordAsked(true);
    form.setError('current_password', { message }, { shouldFocus: needsPassword });
  }

  function fail(error: Error) {
    if (needsCurrentPassword(error)) return demandPassword(accountMessages.currentPasswordNeeded);
    if (error instanceof ApiError && error.code === 'invalid_credentials')
      return demandPassword(error.message);
    showRefusedFields(form, error, [...userDetailsFields, 'current_password']);
    const refused = error instanceof ApiError && error.details['user_image'];
    if (refused) image.refuse(refused.join(' '));
    setFailure(updateFailure(error));
  }

  function save(input: ProfileInput) {
    const { current_password, ...details } = input;
    setFailure(null);
    if (!user.id) return setFailure(userMessages.userIdMissing);
    if (needsPassword && !current_password) return demandPassword(accountMessages.currentPasswordNeeded);
    // A form that was opened earlier must not revert an address that was confirmed meanwhile.
    const body = userDetailsForm(user, details, image, isEmailTyped ? [] : ['email']);
    if (needsPassword) body.append('current_password', current_password);
    mutate(
      { userId: user.id, form: body, newPassword: details.new_password },
      {
        onSuccess: (saved) => {
          showSaved(form, inputOf(saved), input);
          image.keep();
          setPasswordAsked(false);
          void navigate(userProfilePath(saved.id), { replace: true, preventScrollReset: true });
        },
        onError: fail,
      },
    );
  }

  // An earlier failure is cleared.
  const submit = form.handleSubmit(save, () => setFailure(null));
  const isUnsaved = hasChanges(form.formState, image);
  return { form, image, submit, isUnsaved, isPending, needsPassword, failure };
}
