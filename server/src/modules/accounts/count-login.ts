import { AppError } from '#errors.ts';
import { logins } from '#platform/observability/counts.ts';

/** A password is not counted while its second factor is missing. */
export async function countLogin<Outcome extends object>(attempt: () => Promise<Outcome>): Promise<Outcome> {
  try {
    const outcome = await attempt();
    if (!('secondFactor' in outcome)) logins.labels('success').inc();
    return outcome;
  } catch (error) {
    logins.labels(outcomeOf(error)).inc();
    throw error;
  }
}

function outcomeOf(error: unknown): string {
  switch (error instanceof AppError && error.code) {
    case 'invalid_credentials':
    case 'invalid_code':
    case 'password_change_required':
      return 'failed';
    case 'too_many_requests':
      return 'locked';
    case 'account_not_verified':
      return 'unverified';
    case 'account_disabled':
      return 'disabled';
    default:
      return 'error';
  }
}
